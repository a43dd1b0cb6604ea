import type { DurationUnit, FormatSettings } from '@portal/contracts/file-formats';
import { minutesOfClock } from '@portal/domain/file-format/numbers';

const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;
const POINT = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/;
/** 1,234 may be either; it is read as a number with a group. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+$/;

/** The decimal sign of these numbers. */
export function guessDecimal(texts: readonly string[]): FormatSettings['decimal'] {
  const commas = texts.filter((text) => COMMA.test(text) && !GROUPED.test(text)).length;
  return commas > texts.filter((text) => POINT.test(text)).length ? ',' : '.';
}

/** Longer times are no minutes of one task. */
const MANY_MINUTES = 600;

export interface DurationGuess {
  readonly unit: DurationUnit;
  /** Why it may not be minutes, for the question; null if nothing says so. */
  readonly because: string | null;
}

/** The unit that a column of times seems to have, by its name and its values. */
export function guessDuration(column: string, texts: readonly string[]): DurationGuess {
  const name = column.toLowerCase();
  if (/(^|[^a-z])(hours?|hrs?|h|std|stunden)([^a-z]|$)/.test(name)) {
    return { unit: 'hours', because: `the column "${column}" names hours` };
  }
  if (/(^|[^a-z])(sec|secs|seconds?|s|sek|sekunden)([^a-z]|$)|lead_time$/.test(name)) {
    return { unit: 'seconds', because: `such columns as "${column}" count seconds` };
  }
  const clock = texts.find((text) => minutesOfClock(text) !== undefined);
  if (clock !== undefined) return { unit: 'hours', because: `${clock} is hours and minutes` };
  if (/min/.test(name)) return { unit: 'minutes', because: null };
  const long = texts.find((text) => Number(text) > MANY_MINUTES);
  if (long !== undefined) {
    return { unit: 'seconds', because: `${long} minutes would be very long for one task` };
  }
  return { unit: 'minutes', because: null };
}
