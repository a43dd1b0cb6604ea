/**
 * `part` of `whole` as a percentage rounded half up to one decimal; 0 when `whole` is 0.
 * The tenths are computed before the division, so that a result that is exact in decimal stays so.
 */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;
}

/** Counts from which every rate of the dashboards follows. */
export interface RateCounts {
  readonly total_tasks: number;
  /** Tasks in one of the done states. */
  readonly completed_tasks: number;
  readonly rework_tasks: number;
  /** Done tasks with at least one review. */
  readonly reviewed_tasks: number;
}

export interface Rates {
  readonly completion_rate: number;
  readonly review_rate: number;
  readonly rework_rate: number;
}

/** Completion of all tasks, reviews of the done ones, and rework among done and rework, in percent. */
export function ratesOf(counts: RateCounts): Rates {
  return {
    completion_rate: percent(counts.completed_tasks, counts.total_tasks),
    review_rate: percent(counts.reviewed_tasks, counts.completed_tasks),
    rework_rate: percent(counts.rework_tasks, counts.completed_tasks + counts.rework_tasks),
  };
}
