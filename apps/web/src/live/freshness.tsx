import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { format } from 'date-fns';
import type { RoomStatus } from './room-status';

interface FreshnessProps {
  room: RoomStatus;
  /** Time of the numbers in epoch milliseconds. */
  asOf: number;
}

/** Shows whether the numbers of a page update live, and else the time of the last update. */
export function Freshness({ room, asOf }: FreshnessProps) {
  if (room.kind === 'off') return null;
  const { text, color } = wording(room.kind, format(asOf, 'h:mm:ss a'));
  return (
    <Tooltip title={room.kind === 'refused' ? room.detail : ''}>
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
    </Tooltip>
  );
}

function wording(kind: Exclude<RoomStatus['kind'], 'off'>, time: string) {
  switch (kind) {
    case 'live':
      return { text: 'Updates live', color: 'success.main' };
    case 'connecting':
      return { text: `Connecting to live updates · as of ${time}`, color: 'text.disabled' };
    case 'refused':
      return { text: `Live updates refused, polling · as of ${time}`, color: 'warning.main' };
    case 'reconnecting':
      return { text: `Reconnecting · as of ${time}`, color: 'warning.main' };
    case 'stale':
      return { text: `Not live · as of ${time}`, color: 'error.main' };
  }
}
