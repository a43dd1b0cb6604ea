import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { SUCCESS_PERCENT, trainersWeek, type Work } from '@portal/domain/weekly';
import { nameOr } from '../role-groups';

/** The week of a pod's trainers. */
export interface WeekGlance {
  readonly trainers: number;
  readonly done: Work;
  /** Null without a target or without trainers. */
  readonly goal: {
    readonly target: Work;
    readonly expected: Work;
    /** Percentage of the expected work, by tasks or by turns, whichever is larger. */
    readonly pace: number;
    /** Trainers at or over the expected work, the furthest first. */
    readonly ahead: readonly MemberProgress[];
    /** Trainers far below what is due, the furthest first. */
    readonly needHelp: readonly MemberProgress[];
  } | null;
}

/** Sums the work of the trainers, and finds who is ahead and who needs help. */
export function weekGlance(week: WeeklyProgress): WeekGlance {
  const { trainers: count, done, target, expected, pace } = trainersWeek(week);
  if (!target || !expected) return { trainers: count, done, goal: null };

  const trainers = week.members
    .filter(({ role }) => role === 'trainer')
    .toSorted((one, other) => label(one).localeCompare(label(other)));
  return {
    trainers: count,
    done,
    goal: {
      target,
      expected,
      pace,
      ahead: trainers
        .filter(({ pace: own }) => own >= SUCCESS_PERCENT)
        .toSorted((one, other) => other.pace - one.pace),
      needHelp: trainers
        .filter(({ level }) => level === 'error')
        .toSorted((one, other) => one.pace - other.pace),
    },
  };
}

function label({ email, name }: MemberProgress): string {
  return nameOr(email, name);
}
