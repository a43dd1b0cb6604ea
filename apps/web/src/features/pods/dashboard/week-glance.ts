import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { trainersWeek, type TrainersWeek } from '@portal/domain/weekly';
import { nameOr } from '../role-groups';

/** The week of a pod's trainers. */
export interface WeekGlance extends TrainersWeek {
  /** Trainers with the level success, the largest number first. */
  readonly onTarget: readonly MemberProgress[];
  /** Trainers with the level error, the smallest number first. */
  readonly needAttention: readonly MemberProgress[];
}

/** Sums the work of the trainers, and finds who is on target and who needs attention. */
export function weekGlance(week: WeeklyProgress): WeekGlance {
  const trainers = week.members
    .filter(({ role }) => role === 'trainer')
    .toSorted((one, other) => label(one).localeCompare(label(other)));
  return {
    ...trainersWeek(week),
    onTarget: trainers
      .filter(({ level }) => level === 'success')
      .toSorted((one, other) => numberOf(other) - numberOf(one)),
    needAttention: trainers
      .filter(({ level }) => level === 'error')
      .toSorted((one, other) => numberOf(one) - numberOf(other)),
  };
}

function numberOf({ level_percent }: MemberProgress): number {
  return level_percent ?? 0;
}

function label({ email, name }: MemberProgress): string {
  return nameOr(email, name);
}
