/**
 * `part` as a percentage of `whole`, rounded half up to one decimal; 0 if `whole` is 0. Multiplies
 * before it divides, so that results with an exact decimal are not off by one.
 */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;
}

/** The counts behind every rate of the dashboards. */
export interface RateCounts {
  readonly total_tasks: number;
  /** Tasks in a done state. */
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

/** Percentages: completion of all tasks, review of done tasks, and rework among done and rework. */
export function ratesOf(counts: RateCounts): Rates {
  return {
    completion_rate: percent(counts.completed_tasks, counts.total_tasks),
    review_rate: percent(counts.reviewed_tasks, counts.completed_tasks),
    rework_rate: percent(counts.rework_tasks, counts.completed_tasks + counts.rework_tasks),
  };
}
