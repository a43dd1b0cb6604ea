import { Box, Tooltip } from '@mui/material';
import { formatDuration, formatTime } from '../lib/format';
import { inUserZone } from '../lib/user-zone';
import { useNow } from '../lib/use-now';
import { trueUntil, type RoomStatus } from './room-status';
import { serverTimeOf } from '../lib/server-clock';
import { Row } from '../ui/layout';
import { visuallyHidden } from '../ui/visually-hidden';

/** Age in milliseconds from which numbers without a connection are marked stale. */
export const STALE_AGE_MS = 30_000;

interface FreshnessProps {
  room: RoomStatus;
  /** Time at which the numbers were fetched, in epoch milliseconds; 0 before the first ones. */
  asOf: number;
}

/** Shows since when the numbers of a page are not live, and how old stale ones are; live ones are only announced. */
export function Freshness({ room, asOf: fetchedAt }: FreshnessProps) {
  if (fetchedAt === 0) return null;
  const asOf = trueUntil(room, fetchedAt);
  const time = formatTime(inUserZone(serverTimeOf(asOf)));
  switch (room.kind) {
    case 'off':
      return null;
    case 'live':
      // The header shows that all is well; a card speaks only when it is not.
      return (
        <span role="status" style={visuallyHidden}>
          Updates live
        </span>
      );
    case 'refused':
      return (
        <Tooltip title={room.detail}>
          <span>
            <Line word={`Live updates refused, polling · as of ${time}`} color="warning.main" />
          </span>
        </Tooltip>
      );
    case 'connecting':
      // Shorter than the words that follow, so that nothing moves when a page opens.
      return <Aging word="Connecting" color="text.disabled" asOf={asOf} />;
    case 'reconnecting':
    case 'stale':
      return <Aging word={`Reconnecting · as of ${time}`} color="warning.main" asOf={asOf} />;
  }
}

interface LineProps {
  word: string;
  color: string;
  detail?: string;
}

/** The age ticks only while the numbers are not live. */
function Aging({ asOf, ...line }: LineProps & { asOf: number }) {
  const age = useNow(1_000) - asOf;
  return age < STALE_AGE_MS ? (
    <Line {...line} />
  ) : (
    <Line word="Stale" color="error.main" detail={`${formatDuration(age / 1_000)} old`} />
  );
}

function Line({ word, color, detail }: LineProps) {
  return (
    <Row component="span" sx={{ gap: '0.6em', typography: 'caption', color: 'text.secondary' }}>
      <Box
        component="span"
        sx={{ width: '0.6em', height: '0.6em', borderRadius: '50%', bgcolor: color }}
      />
      {/* The age changes each second; only the word is announced. */}
      <span role="status">{word}</span>
      {detail !== undefined && <span>· {detail}</span>}
    </Row>
  );
}
