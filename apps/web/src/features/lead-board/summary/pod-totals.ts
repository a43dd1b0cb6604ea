import type { WeeklyProgress } from '@portal/contracts/live';
import { trainersWeek, type TrainersWeek } from '@portal/domain/weekly';

/** The week of all trainers of a pod together. */
export interface PodTotals extends TrainersWeek {
  /** Trainers far below what is due. */
  readonly needAttention: number;
  /** Trainers who did less than what is due. */
  readonly behind: number;
}

/** Sums the trainers of a pod, and counts those who are behind. */
export function podTotals(progress: WeeklyProgress): PodTotals {
  const trainers = progress.members.filter(({ role }) => role === 'trainer');
  return {
    ...trainersWeek(progress),
    needAttention: trainers.filter(({ level }) => level === 'error').length,
    behind: trainers.filter(({ level }) => level === 'error' || level === 'warning').length,
  };
}
