import { formatWeek, relativeWeek, weekNumber, weeksFrom } from '../week/weeks';
import type { Target } from '../api';

const PAST_WEEKS = 8;
const COMING_WEEKS = 12;

/** A week to choose for a target. */
export interface WeekOption {
  /** Its Monday. */
  readonly value: string;
  readonly label: string;
  /** Another target of the same users covers a part of it, or repeats from it on. */
  readonly taken: boolean;
}

/** Whose target it is, and whether it repeats. */
export type TargetKind = Pick<Target, 'user_email' | 'repeats'>;
const ONE_WEEK: TargetKind = { user_email: null, repeats: false };

/**
 * The weeks around the current one, latest first.
 * @param edited the target that the form edits: its week is always offered
 */
export function weekOptions(
  thisWeek: string,
  targets: readonly Target[],
  edited: Target | undefined,
  kind: TargetKind = ONE_WEEK,
): WeekOption[] {
  const weeks = new Set<string>(edited && [edited.week_start_date]);
  for (let offset = -PAST_WEEKS; offset <= COMING_WEEKS; offset += 1) {
    weeks.add(weeksFrom(thisWeek, offset));
  }
  const others = targets.filter(({ id }) => id !== edited?.id);
  return [...weeks]
    .toSorted()
    .toReversed()
    .map((monday) => {
      const relative = relativeWeek(monday, thisWeek);
      const taken = isTaken(monday, others, kind);
      const notes = [relative?.toLowerCase(), taken ? 'has a target' : undefined];
      return {
        value: monday,
        label: [
          formatWeek(monday),
          weekNumber(monday),
          ...notes.filter((note) => note !== undefined),
        ].join(' · '),
        taken,
      };
    });
}

/** The target of each trainer in a week: of those that cover it the one that begins last. */
export function targetOf(monday: string, targets: readonly Target[]): Target | undefined {
  const [latest] = targets
    .filter((target) => target.user_email === null && covers(target, monday))
    .toSorted(
      (one, other) =>
        other.week_start_date.localeCompare(one.week_start_date) ||
        Number(one.repeats) - Number(other.repeats),
    );
  return latest;
}

/** The first week without a target of its own, from the current one on. */
export function firstFreeWeek(thisWeek: string, targets: readonly Target[]): string {
  let week = thisWeek;
  while (isTaken(week, targets, ONE_WEEK)) week = weeksFrom(week, 1);
  return week;
}

/** Whether the server refuses another target of this kind. */
function isTaken(monday: string, targets: readonly Target[], { user_email, repeats }: TargetKind) {
  const same = targets.filter((one) => one.user_email === user_email && one.repeats === repeats);
  return same.some((one) => (repeats ? one.week_start_date === monday : covers(one, monday)));
}

/** Whether the target covers a day of the week. */
function covers({ week_start_date, week_end_date }: Target, monday: string): boolean {
  return week_start_date < weeksFrom(monday, 1) && week_end_date >= monday;
}
