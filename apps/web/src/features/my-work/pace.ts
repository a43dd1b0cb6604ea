import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { weeklyTarget, type Work } from '@portal/domain/weekly';
import { plural } from '../../lib/format';

/** The user's own week in a pod. */
export interface OwnWeek {
  readonly member: MemberProgress;
  /** Null without a target for the week. */
  readonly goal: { readonly weekly: Work; readonly expected: Work } | null;
}

/** Null if the user is no longer a member. */
export function ownWeek(
  { target, expected, members }: WeeklyProgress,
  email: string,
): OwnWeek | null {
  const member = members.find((one) => one.email === email);
  if (!member) return null;
  return { member, goal: target && expected && { weekly: weeklyTarget(target), expected } };
}

export interface Pace {
  readonly text: string;
  readonly color: 'success' | 'warning' | 'info';
}

/** Where the user stands today: either of tasks and turns is enough. */
export function paceOf({ member, goal }: OwnWeek): Pace | null {
  if (!goal) return null;
  if (member.level === 'success') return { text: 'On Target', color: 'success' };
  const { expected } = goal;
  if (member.tasks >= expected.tasks || member.turns >= expected.turns) {
    return { text: 'On pace', color: 'info' };
  }
  const tasks = plural(expected.tasks - member.tasks, 'task', 'tasks');
  const turns = plural(expected.turns - member.turns, 'turn', 'turns');
  return { text: `${tasks} or ${turns} to be on pace today`, color: 'warning' };
}
