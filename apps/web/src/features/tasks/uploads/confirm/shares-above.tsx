import { Box, Link } from '@mui/material';
import type { ImportShare } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../../lib/paths';
import { mayIn } from '../../../../session/permissions';
import { useSessionStore } from '../../../../session/session-store';
import { shareTexts } from './shares-text';

/** The projects in which an import is above the limits, with its numbers there. */
export function SharesAbove({ shares }: { shares: readonly ImportShare[] }) {
  return (
    <Box component="ul" aria-label="Above the limits" sx={{ m: 0, mt: 1, pl: 2.5 }}>
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
