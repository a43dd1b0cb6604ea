/**
 * `part` as a percentage of `whole`, rounded half up to the decimals; 0 if `whole` is 0. 100 means
 * all and 0 means none: a part that is neither is never rounded to them. Multiplies before it
 * divides, so that results with an exact decimal are not off by one.
 */
export function percent(part: number, whole: number, decimals = 1): number {
  if (whole === 0) return 0;
  const unit = 10 ** decimals;
  const all = 100 * unit;
  const rounded = Math.round((part * all) / whole);
  if (part <= 0 || part >= whole) return rounded / unit;
  return Math.min(all - 1, Math.max(1, rounded)) / unit;
}

/** The tenths of a percent that shares have together. */
const ALL_TENTHS = 1000;

/**
 * The share of each part of their sum as a percentage with one decimal. Together they are exactly
 * 100: the largest remainders are rounded up. What is not nothing has at least 0.1, at the cost of
 * the largest, as long as that is possible.
 * @param parts not negative
 * @returns zeros if the sum is 0
 */
export function percentShares(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (!(whole > 0)) return parts.map(() => 0);
  const exact = parts.map((part) => (part / whole) * ALL_TENTHS);
  const least = parts.filter((part) => part > 0).length <= ALL_TENTHS ? 1 : 0;
  const tenths = parts.map((part, at) =>
    part === 0 ? 0 : Math.max(least, Math.floor(exact[at] ?? 0)),
  );
  // Missing tenths are fewer than the parts, so one round in this order gives all of them away.
  const byNeed = parts
    .map((_, at) => ({ at, need: (exact[at] ?? 0) - (tenths[at] ?? 0) }))
    .toSorted((a, b) => b.need - a.need || a.at - b.at);
  const sum = tenths.reduce((all, each) => all + each, 0);
  for (const { at } of byNeed.slice(0, Math.max(0, ALL_TENTHS - sum))) add(at, 1);
  for (let over = sum - ALL_TENTHS; over > 0; over -= 1) add(tenths.indexOf(largest(tenths)), -1);
  return tenths.map((each) => each / 10);

  function add(at: number, more: number): void {
    tenths[at] = (tenths[at] ?? 0) + more;
  }
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
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
