import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { format } from 'date-fns';
import type { Connection } from '../../live/live-store';
import { useConnection } from '../../live/use-live';

/** Shows whether the numbers update live, and the time of the last update. */
export function Freshness({ asOf }: { asOf: number }) {
  const connection = useConnection();
  if (connection.kind === 'off') return null;
  const { text, color } = wording(connection.kind, format(asOf, 'h:mm:ss a'));
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: color }}
      />
      {text}
    </Typography>
  );
}

function wording(kind: Exclude<Connection['kind'], 'off'>, time: string) {
  switch (kind) {
    case 'live':
      return { text: 'Updates live', color: 'success.main' };
    case 'connecting':
      return { text: `Connecting to live updates · as of ${time}`, color: 'text.disabled' };
    case 'reconnecting':
      return { text: `Reconnecting · as of ${time}`, color: 'warning.main' };
    case 'stale':
      return { text: `Not live · as of ${time}`, color: 'error.main' };
  }
}
