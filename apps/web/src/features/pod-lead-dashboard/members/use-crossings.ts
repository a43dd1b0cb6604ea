import type { WeeklyProgress, MemberProgress } from '@portal/contracts/live';
import { useEffect, useRef, useState } from 'react';
import type { RoomStatus } from '../../../live/room-status';
import { browserNow } from '../../../lib/use-now';
import type { Level } from '../../../entities/pods/level';
import { nameOf } from './order';

/** How long a crossing is marked, in milliseconds. */
const MARKED_MS = 6_000;

/** A crossing that is marked until a time in epoch milliseconds. */
interface Mark extends Crossing {
  readonly until: number;
}
/** The marked users by email. */
export type Marks = Readonly<Record<string, Mark>>;

const NONE: Marks = {};

/**
 * The users who crossed a threshold in the last seconds. Only states of one connection are
 * compared, so that nothing is marked at first and after a reconnection.
 * @param pushed the newest pushed state of the current week
 */
export function useCrossings(pushed: WeeklyProgress | undefined, room: RoomStatus): Marks {
  const [marks, setMarks] = useState(NONE);
  const last = useRef<{ readonly since: number; readonly state: WeeklyProgress }>(undefined);
  const since = room.kind === 'live' ? room.since : undefined;

  useEffect(() => {
    const before = last.current;
    last.current = since !== undefined && pushed ? { since, state: pushed } : undefined;
    if (!before || !pushed || before.since !== since) return;
    const crossings = crossingsBetween(before.state, pushed);
    if (crossings.length === 0) return;
    const until = browserNow() + MARKED_MS;
    setMarks((marked) => ({
      ...marked,
      ...Object.fromEntries(crossings.map((crossing) => [crossing.email, { ...crossing, until }])),
    }));
  }, [pushed, since]);

  // One timer for all marks: it waits for the first to end.
  useEffect(() => {
    const ends = Object.values(marks).map(({ until }) => until);
    if (ends.length === 0) return;
    const timer = setTimeout(
      () => setMarks((marked) => notEnded(marked, browserNow())),
      Math.max(0, Math.min(...ends) - browserNow()) + 1,
    );
    return () => clearTimeout(timer);
  }, [marks]);

  return marks;
}

function notEnded(marks: Marks, now: number): Marks {
  const left = Object.entries(marks).filter(([, { until }]) => until > now);
  return left.length === 0 ? NONE : Object.fromEntries(left);
}

/** A user whose level changed. */
interface Crossing {
  readonly email: string;
  readonly name: string;
  readonly level: Level;
}

/**
 * The users whose level changed between two states because of their work. Another week, day, pod or
 * target is not a crossing.
 */
function crossingsBetween(before: WeeklyProgress, after: WeeklyProgress): Crossing[] {
  if (!isComparable(before, after)) return [];
  const levels = new Map(before.members.map(({ email, level }) => [email, level]));
  return after.members.flatMap((member) => crossingOf(member, levels.get(member.email)));
}

function crossingOf(member: MemberProgress, before: Level | null | undefined): Crossing[] {
  const { email, level } = member;
  if (level === null || !before || before === level) return [];
  return [{ email, name: nameOf(member), level }];
}

function isComparable(before: WeeklyProgress, after: WeeklyProgress): boolean {
  return (
    before.pod_name === after.pod_name &&
    before.week_start === after.week_start &&
    before.target?.daily_tasks === after.target?.daily_tasks &&
    before.target?.daily_turns === after.target?.daily_turns &&
    before.due?.tasks === after.due?.tasks
  );
}
