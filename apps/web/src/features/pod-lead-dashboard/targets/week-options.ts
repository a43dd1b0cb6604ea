import { formatWeek, relativeWeek, weekNumber, weeksFrom } from '../week/weeks';
import type { Target } from '../api';

const PAST_WEEKS = 8;
const COMING_WEEKS = 12;

/** A week to choose for a target. */
export interface WeekOption {
  /** Its Monday. */
  readonly value: string;
  readonly label: string;
  /** Another target of the pod covers a part of it. */
  readonly taken: boolean;
}

/**
 * The weeks around the current one, latest first.
 * @param edited the target that the form edits: its week is always offered
 */
export function weekOptions(
  thisWeek: string,
  targets: readonly Target[],
  edited: Target | undefined,
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
      const taken = targetOf(monday, others) !== undefined;
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

/** The target that covers a day of the week. */
export function targetOf(monday: string, targets: readonly Target[]): Target | undefined {
  const nextMonday = weeksFrom(monday, 1);
  return targets.find(
    ({ week_start_date, week_end_date }) => week_start_date < nextMonday && week_end_date >= monday,
  );
}

/** The first week without a target, from the current one on. */
export function firstFreeWeek(thisWeek: string, targets: readonly Target[]): string {
  let week = thisWeek;
  while (targetOf(week, targets)) week = weeksFrom(week, 1);
  return week;
}
