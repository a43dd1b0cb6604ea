import { Alert } from '@mui/material';
import { formatDuration } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { STALE_AGE_MS } from '../../live/freshness';
import { trueUntil, type RoomStatus } from '../../live/room-status';

interface LiveNoticeProps {
  room: RoomStatus;
  /** Time at which the numbers were fetched, in epoch milliseconds. */
  asOf: number;
}

/** Says why the numbers do not update, or how old they are. */
export function LiveNotice({ room, asOf }: LiveNoticeProps) {
  if (room.kind === 'live' || room.kind === 'off') return null;
  if (room.kind === 'refused') {
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        Live updates were refused: {room.detail} The page loads the numbers every 30 seconds.
      </Alert>
    );
  }
  return <StaleNotice asOf={trueUntil(room, asOf)} />;
}

/** It changes each second, so it is no live region; the status in the header is one. */
function StaleNotice({ asOf }: { asOf: number }) {
  const age = useNow(1_000) - asOf;
  if (age < STALE_AGE_MS) return null;
  return (
    <Alert severity="warning" role="group" sx={{ mb: 2 }}>
      <strong>Stale:</strong> these numbers are {formatDuration(age / 1000)} old. They update as
      soon as the connection is back.
    </Alert>
  );
}
