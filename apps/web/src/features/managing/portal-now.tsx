import { Box, Link, Skeleton, Typography } from '@mui/material';
import type { System } from '@portal/contracts/system';
import { Link as RouterLink } from 'react-router';
import { useSystem } from '../../entities/portal/use-system';
import { formatCount, formatRelative } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useServerNow } from '../../lib/server-clock';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';

const DAY_MS = 86_400_000;

/** What the portal asks of its admins: parts that do not work, people without a role, a backup that is missing. */
export function PortalNow() {
  const { data, isError } = useSystem();
  const now = useServerNow(60_000);
  if (!data && !isError)
    return <Skeleton variant="rounded" width={280} height={20} sx={{ mb: 2 }} />;
  const lines = data ? linesOf(data, now) : [UNKNOWN];
  return (
    <Box component="ul" aria-label="The portal now" sx={{ mb: 2, display: 'grid', gap: 0.5 }}>
      {lines.map(({ text, to, link, works = false }) => (
        <Typography key={text} component="li" variant="body2" color="textSecondary">
          <StatusDot
            style={{ background: statusColor(works ? 'completed' : 'rework'), marginRight: 8 }}
          />
          {text}{' '}
          <Link component={RouterLink} to={to} underline="always">
            {link}
          </Link>
        </Typography>
      ))}
    </Box>
  );
}

interface PortalLine {
  readonly text: string;
  readonly to: string;
  readonly link: string;
  readonly works?: boolean;
}

const UNKNOWN: PortalLine = {
  text: 'The state of the portal could not be loaded.',
  to: paths.adminSystem,
  link: 'Open System',
};

/** One line if everything is in order. */
export function linesOf(
  { health, people, upkeep }: Pick<System, 'health' | 'people' | 'upkeep'>,
  now: number,
): PortalLine[] {
  const broken = Object.entries(health).filter(([, text]) => text !== 'ok');
  const backup = upkeep?.last_backup_at ?? null;
  const isOld = upkeep !== null && (backup === null || now - Date.parse(backup) > 2 * DAY_MS);
  const lines: PortalLine[] = [
    ...broken.map(([part, text]) => ({
      ...{
        text: `${part.replaceAll('_', ' ')}: ${text}.`,
        to: paths.adminSystem,
        link: 'Open System',
      },
    })),
    ...(isOld
      ? [{ text: `${backupText(backup, now)}.`, to: paths.adminSystem, link: 'Open System' }]
      : []),
    ...(people && people.without_role > 0 ? [peopleLine(people)] : []),
  ];
  if (lines.length > 0) return lines;
  const text = ['The portal works', backup && backupText(backup, now).toLowerCase()]
    .filter(Boolean)
    .join('; ');
  return [{ text: `${text}.`, to: paths.adminSystem, link: 'System', works: true }];
}

function backupText(at: string | null, now: number): string {
  return at === null ? 'No backup is recorded' : `Last backup ${formatRelative(at, now)}`;
}

function peopleLine({ without_role: count, newest }: NonNullable<System['people']>): PortalLine {
  const emails = newest.map(({ email }) => email);
  const filters = JSON.stringify({ email: { in: emails } });
  const isAll = count === emails.length;
  return {
    text:
      count === 1
        ? `1 person has neither a role nor a pod and sees nothing: ${emails.join()}.`
        : `${formatCount(count)} people have neither a role nor a pod and see nothing.`,
    to: `${paths.adminUsers}?${new URLSearchParams({ filters })}`,
    link: isAll ? 'Open Users' : `Open the newest ${emails.length} in Users`,
  };
}
