import { Box, ButtonBase, Tooltip } from '@mui/material';
import { formatTime } from '../../lib/format';
import { inUserZone } from '../../lib/user-zone';
import { retryConnection } from '../../live/use-live-connection';
import type { Connection } from '../../live/connection-status';
import { useAnyRefusal, useConnection } from '../../live/use-live';
import { serverTimeOf } from '../../lib/server-clock';

type Shown = Exclude<Connection['kind'], 'off'> | 'refused';

const LOOKS: Record<Shown, { label: string; color: string; about: string }> = {
  connecting: { label: 'Connecting', color: 'text.disabled', about: 'Connecting since' },
  live: { label: 'Live', color: 'success.main', about: 'Numbers are live since' },
  refused: {
    label: 'Every 30 s',
    color: 'warning.main',
    about:
      'The server refused live updates of this page. It loads again every 30 seconds. Connected since',
  },
  reconnecting: { label: 'Reconnecting', color: 'warning.main', about: 'No connection since' },
  stale: { label: 'Stale', color: 'error.main', about: 'Numbers stand still since' },
};

/** State of the live connection and its duration; a click reconnects. */
export function ConnectionBadge() {
  const connection = useConnection();
  const refused = useAnyRefusal();
  if (connection.kind === 'off') return null;
  const shown = connection.kind === 'live' && refused ? 'refused' : connection.kind;
  const { label, color, about } = LOOKS[shown];
  const retryable = connection.kind === 'reconnecting' || connection.kind === 'stale';
  const since = `${about} ${formatTime(inUserZone(serverTimeOf(connection.since)))}`;
  return (
    <Tooltip title={retryable ? `${since}. Click to retry.` : since}>
      <ButtonBase
        onClick={retryConnection}
        aria-label={`Connection: ${label}`}
        sx={(theme) => ({
          height: 28,
          minWidth: 28,
          px: { xs: shown === 'live' ? 0 : 1, sm: 1.25 },
          mx: 0.5,
          gap: 0.75,
          borderRadius: 999,
          border: `1px solid ${theme.vars.palette.line.soft}`,
          typography: 'caption',
          fontWeight: 600,
          color: shown === 'live' ? 'text.secondary' : color,
        })}
      >
        <Box
          aria-hidden
          sx={{
            width: 8,
            height: 8,
            borderRadius: '50%',
            bgcolor: color,
            animation: retryable ? 'portal-pulse 1.2s ease-in-out infinite' : 'none',
            '@keyframes portal-pulse': { '50%': { opacity: 0.3 } },
          }}
        />
        <Box
          component="span"
          role="status"
          sx={{ display: { xs: shown === 'live' ? 'none' : 'inline', sm: 'inline' } }}
        >
          {label}
        </Box>
      </ButtonBase>
    </Tooltip>
  );
}
