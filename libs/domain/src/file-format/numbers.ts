import type { DECIMAL_SIGNS, DurationUnit } from '@portal/contracts/file-formats';

type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** With a point as the decimal sign commas may group thousands, and the other way round. */
const WRITTEN: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?(?:[eE][+-]?\d+)?$/,
};
const GROUPING: Readonly<Record<DecimalSign, string>> = { '.': ',', ',': '.' };
/** 1:30 or 1:30:15 */
const CLOCK = /^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/;
const IN_MINUTES: Readonly<Record<DurationUnit, (value: number) => number>> = {
  minutes: (value) => value,
  hours: (value) => value * 60,
  seconds: (value) => value / 60,
};
/** Finer than anybody measures. */
const PARTS_OF_A_MINUTE = 10_000;

/** The number that a text stands for, as a literal of JavaScript; undefined if it has not the form of one. */
export function numberLiteral(text: string, decimal: DecimalSign): string | undefined {
  if (!WRITTEN[decimal].test(text)) return undefined;
  const plain = text.replaceAll(GROUPING[decimal], '');
  return decimal === ',' ? plain.replace(',', '.') : plain;
}

/** The minutes of a duration in another unit. */
export function minutesOf(value: number, unit: DurationUnit): number {
  if (unit === 'minutes') return value;
  return Math.round(IN_MINUTES[unit](value) * PARTS_OF_A_MINUTE) / PARTS_OF_A_MINUTE;
}

/** The minutes of a clock that counts hours, such as 1:30 or 1:30:15; undefined if the text is none. */
export function minutesOfClock(text: string): number | undefined {
  const [match, hours, minutes, seconds = '0'] = CLOCK.exec(text) ?? [];
  if (match === undefined) return undefined;
  return minutesOf(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), 'seconds');
}
