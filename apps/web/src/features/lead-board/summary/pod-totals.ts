import type { WeeklyProgress } from '@portal/contracts/live';
import { progressOf, weeklyTarget, type Progress, type Work } from '@portal/domain/weekly';

/** The week of all trainers of a pod together. */
export interface PodTotals extends Progress {
  readonly trainers: number;
  readonly done: Work;
  /** Null without a target or without trainers. */
  readonly target: Work | null;
  readonly expected: Work | null;
  /** Trainers below 85 percent of their target. */
  readonly needAttention: number;
  /** Trainers who did less than was expected to date. */
  readonly behind: number;
}

/** Sums the trainers of a pod; the same rules as for one user decide. */
export function podTotals({ members, target, expected }: WeeklyProgress): PodTotals {
  const trainers = members.filter(({ role }) => role === 'trainer');
  const count = trainers.length;
  const done = {
    tasks: sum(trainers.map(({ tasks }) => tasks)),
    turns: sum(trainers.map(({ turns }) => turns)),
  };
  const daily =
    target && count > 0
      ? { daily_tasks: target.daily_tasks * count, daily_turns: target.daily_turns * count }
      : null;
  const expectedOfAll = expected && {
    tasks: expected.tasks * count,
    turns: expected.turns * count,
  };
  return {
    trainers: count,
    done,
    target: daily && weeklyTarget(daily),
    expected: daily && expectedOfAll,
    ...progressOf(done, daily, expectedOfAll),
    needAttention: trainers.filter(({ level }) => level === 'error').length,
    behind: trainers.filter(({ level, pace }) => level !== null && pace < 100).length,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
