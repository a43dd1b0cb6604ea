import { Box } from '@mui/material';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { memo, useMemo, useRef } from 'react';
import type { Trends } from '../api';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { useServerNow } from '../../../lib/server-clock';
import { MemberRow } from './member-row';
import type { AlsoKnown } from './order';
import type { Marks } from './use-crossings';
import { useFlip } from '../../../ui/use-flip';
import { useHeld, useSteadyOrder } from './steady-order';

export interface RowsContext {
  readonly progress: Pick<WeeklyProgress, 'week_start'>;
  readonly trends: Trends;
  readonly marks: Marks;
  readonly known: AlsoKnown;
  /** The path of a user's tasks in the week. */
  readonly tasksPath: ((email: string) => string) | undefined;
}

interface MemberRowsProps extends RowsContext {
  label: string;
  /** In the wanted order. */
  members: readonly MemberProgress[];
}

/** The rows of some users. They move to a new order, but not while someone uses them. */
export const MemberRows = memo(function MemberRows({
  label,
  members,
  progress,
  trends,
  marks,
  known,
  tasksPath,
}: MemberRowsProps) {
  const now = useServerNow(60_000);
  const [wall] = useWallMode();
  const list = useRef<HTMLUListElement>(null);
  const { held, handlers } = useHeld();
  const wanted = useMemo(() => members.map(({ email }) => email), [members]);
  const order = useSteadyOrder(wanted, held);
  useFlip(list, order);
  const byEmail = useMemo(
    () => new Map(members.map((member) => [member.email, member])),
    [members],
  );

  return (
    <Box
      component="ul"
      ref={list}
      aria-label={label}
      {...handlers}
      sx={{ containerType: 'inline-size', position: 'relative' }}
    >
      {order.map((email) => {
        const member = byEmail.get(email);
        return (
          member && (
            <MemberRow
              key={email}
              member={member}
              week={progress.week_start}
              weeks={trends[email]}
              crossed={marks[email]?.level}
              tasksPath={tasksPath?.(email)}
              // A wall has no room for a third line.
              lastActive={wall ? undefined : known.lastActive.get(email)}
              firstLook={known.firstLook.get(email)}
              now={now}
            />
          )
        );
      })}
    </Box>
  );
});
