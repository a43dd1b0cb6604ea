import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { progressOf, weeklyTarget, type Work } from '@portal/domain/weekly';
import { nameOr } from '../member-name';

/** Trainers below this percentage of what is expected to date need help. */
const HELP_BELOW = 85;
const AHEAD_FROM = 100;

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
    /** Trainers far below the expected work, the furthest first. */
    readonly needHelp: readonly MemberProgress[];
  } | null;
}

/** Sums the work of the trainers, and finds who is ahead and who needs help. */
export function weekGlance({ members, target, expected }: WeeklyProgress): WeekGlance {
  const trainers = members
    .filter(({ role }) => role === 'trainer')
    .toSorted((one, other) => label(one).localeCompare(label(other)));
  const count = trainers.length;
  const done = {
    tasks: trainers.reduce((sum, { tasks }) => sum + tasks, 0),
    turns: trainers.reduce((sum, { turns }) => sum + turns, 0),
  };
  if (!target || !expected || count === 0) return { trainers: count, done, goal: null };

  const daily = {
    daily_tasks: target.daily_tasks * count,
    daily_turns: target.daily_turns * count,
  };
  const due = { tasks: expected.tasks * count, turns: expected.turns * count };
  return {
    trainers: count,
    done,
    goal: {
      target: weeklyTarget(daily),
      expected: due,
      pace: progressOf(done, daily, due).pace,
      ahead: trainers
        .filter(({ pace }) => pace >= AHEAD_FROM)
        .toSorted((one, other) => other.pace - one.pace),
      needHelp: trainers
        .filter(({ pace }) => pace < HELP_BELOW)
        .toSorted((one, other) => one.pace - other.pace),
    },
  };
}

function label({ email, name }: MemberProgress): string {
  return nameOr(email, name);
}
