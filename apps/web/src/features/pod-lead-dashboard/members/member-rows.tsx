import { Box } from '@mui/material';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { memo, useMemo, useRef, useEffect, useState } from 'react';
import type { Trends } from '../api';
import { MemberRow } from './member-row';
import type { Marks } from './use-crossings';
import { useFlip } from '../../../ui/use-flip';
import { withoutMoves } from './order';
import { browserNow } from '../../../lib/use-now';

export interface RowsContext {
  readonly progress: Pick<WeeklyProgress, 'week_start'>;
  readonly trends: Trends;
  readonly marks: Marks;
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
  tasksPath,
}: MemberRowsProps) {
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
      sx={{ listStyle: 'none', m: 0, p: 0, containerType: 'inline-size', position: 'relative' }}
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
            />
          )
        );
      })}
    </Box>
  );
});

/** A pointer that does not move for this long, as on a wall screen, no longer counts. */
const IDLE_MS = 20_000;

/**
 * Whether a user points at an element or has the focus in it.
 * @returns the state and the handlers of the element
 */
function useHeld() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(idle.current), []);

  const handlers = useMemo(() => {
    const point = () => {
      clearTimeout(idle.current);
      idle.current = setTimeout(() => setPointed(false), IDLE_MS);
      setPointed(true);
    };
    const leave = () => {
      clearTimeout(idle.current);
      setPointed(false);
    };
    return {
      onPointerEnter: point,
      onPointerMove: point,
      onPointerLeave: leave,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    };
  }, []);
  return { held: pointed || focused, handlers };
}

/** Minimum time between two changes of the order, in milliseconds. */
const SPACING_MS = 2_000;

/**
 * An order that changes at most every two seconds, and not while it is held.
 * @param wanted the keys in their current order
 * @param held whether a user points at the list or has the focus in it
 */
export function useSteadyOrder(wanted: readonly string[], held: boolean): readonly string[] {
  const [shown, setShown] = useState(wanted);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (held || sameOrder(shown, wanted)) return;
    const apply = () => {
      changedAt.current = browserNow();
      setShown(wanted);
    };
    const wait = changedAt.current + SPACING_MS - browserNow();
    const timer = setTimeout(apply, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [wanted, held, shown]);

  return useMemo(() => withoutMoves(shown, wanted), [shown, wanted]);
}

function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
