import { Box, Link } from '@mui/material';
import type { ImportShare } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../../lib/paths';
import { mayIn } from '../../../../session/permissions';
import { useSessionStore } from '../../../../session/session-store';
import { isMoreThan } from '@portal/domain/import-shares';
import { percent } from '@portal/domain/rates';
import { formatCount, formatPlainPercent } from '../../../../lib/format';

/** The projects in which an import is above the limits, with its numbers there. */
export function SharesAbove({ shares }: { shares: readonly ImportShare[] }) {
  return (
    <Box component="ul" aria-label="Above the limits" sx={{ listStyle: 'disc', mt: 1, pl: 2.5 }}>
      {shares
        .filter(({ is_above: isAbove }) => isAbove)
        .map((share) => (
          <Box component="li" key={share.project_id} sx={{ overflowWrap: 'anywhere' }}>
            <ProjectName share={share} />
            {': '}
            {shareTexts(share).join('. It ')}.
          </Box>
        ))}
    </Box>
  );
}

/** Leads to the page with the rules, for those who can open it. */
function ProjectName({ share }: { share: ImportShare }) {
  const { project_id: id, project: name } = share;
  const session = useSessionStore((state) => state.session);
  if (!mayIn(id, session, ['project-manage'])) return <strong>{name}</strong>;
  return (
    <Link
      component={RouterLink}
      to={paths.adminProject(id)}
      color="inherit"
      sx={{ fontWeight: 550 }}
    >
      {name}
    </Link>
  );
}

/**
 * What is above the limits of a project, a sentence for each: 'changes 12 of 20 tasks (60%); its rules ask above
 * 10%'.
 */
export function shareTexts(share: ImportShare): string[] {
  const { changed, sent_back, max_changed_percent, max_sent_back_percent } = share;
  return [
    ...above('changes', '', share, changed, max_changed_percent),
    ...above('sends back', ' from a done status', share, sent_back, max_sent_back_percent),
  ];
}

function above(
  verb: string,
  from: string,
  { tasks }: ImportShare,
  count: number,
  limit: number | null,
): string[] {
  if (limit === null || !isMoreThan(count, tasks, limit)) return [];
  const share = tasks > 0 ? ` (${formatPlainPercent(percent(count, tasks, 2))})` : '';
  const asks =
    limit === 0 ? 'its rules always ask' : `its rules ask above ${formatPlainPercent(limit)}`;
  return [`${verb} ${formatCount(count)} of ${formatCount(tasks)} tasks${share}${from}; ${asks}`];
}
