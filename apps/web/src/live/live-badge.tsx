import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { formatDuration } from '../lib/format';
import { useNow } from '../lib/use-now';
import type { RoomStatus } from './room-status';

/** Age in milliseconds from which numbers are marked stale. */
const STALE_AGE_MS = 30_000;

interface LiveBadgeProps {
  room: RoomStatus;
  /** Time up to which the numbers are known to be true, in epoch milliseconds. */
  asOf: number;
}

/** Whether the numbers of a page are live, and else how old they are. */
export function LiveBadge({ room, asOf }: LiveBadgeProps) {
  switch (room.kind) {
    case 'off':
      return null;
    case 'live':
      return <Badge word="Live" color="success.main" />;
    case 'connecting':
      return <Aging word="Connecting" color="text.disabled" asOf={asOf} />;
    case 'refused':
      return (
        <Tooltip title={room.detail}>
          <span>
            <Aging word="Live updates refused, polling" color="warning.main" asOf={asOf} />
          </span>
        </Tooltip>
      );
    case 'reconnecting':
    case 'stale':
      return <Aging word="Reconnecting" color="warning.main" asOf={asOf} />;
  }
}

interface BadgeProps {
  word: string;
  color: string;
}

/** The age ticks only while the numbers are not live. */
function Aging({ word, color, asOf }: BadgeProps & { asOf: number }) {
  const age = Math.max(0, useNow(1_000) - asOf);
  const old = `${formatDuration(age / 1_000)} old`;
  return age >= STALE_AGE_MS ? (
    <Badge word="Stale" color="error.main" detail={old} />
  ) : (
    <Badge word={word} color={color} detail={old} />
  );
}

function Badge({ word, color, detail }: BadgeProps & { detail?: string }) {
  return (
    <Box
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: '0.6em',
        px: '0.9em',
        py: '0.35em',
        borderRadius: 999,
        border: `1px solid ${theme.vars.palette.line.soft}`,
        backgroundColor: theme.vars.palette.background.paper,
        typography: 'caption',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        color: word === 'Live' ? 'text.secondary' : color,
      })}
    >
      <Box
        aria-hidden
        sx={{ width: '0.65em', height: '0.65em', borderRadius: '50%', bgcolor: color }}
      />
      {/* The age changes each second; only the word is announced. */}
      <span role="status">{word}</span>
      {detail !== undefined && <span>· {detail}</span>}
    </Box>
  );
}
