import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { type Goal, weeklyTarget, type Work } from '@portal/domain/weekly';
import { plural } from '../../lib/format';

/** The user's own week in a pod. */
export interface OwnWeek {
  readonly member: MemberProgress;
  /** Null without a target for the week. */
  readonly goal: (Goal & { readonly weekly: Work }) | null;
}

/** Null if the user is no longer a member. */
export function ownWeek(
  { target, expected, due, members }: WeeklyProgress,
  email: string,
): OwnWeek | null {
  const member = members.find((one) => one.email === email);
  if (!member) return null;
  return {
    member,
    goal: target && expected && due && { weekly: weeklyTarget(target), expected, due },
  };
}

interface Pace {
  readonly text: string;
  readonly color: 'success' | 'warning' | 'error' | 'default';
}

/** Where the user stands today: either of tasks and turns is enough. */
export function paceOf({ member, goal }: OwnWeek): Pace | null {
  if (!goal) return null;
  const { level } = member;
  if (level === null) return { text: 'Nothing due yet', color: 'default' };
  if (level === 'success') return { text: 'On Target', color: 'success' };
  const tasks = plural(goal.due.tasks - member.tasks, 'task', 'tasks');
  const turns = plural(goal.due.turns - member.turns, 'turn', 'turns');
  return { text: `${tasks} or ${turns} behind`, color: level };
}
