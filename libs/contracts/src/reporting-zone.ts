import { DEFAULT_REPORTING_TIME_ZONE } from './constants.js';

let zone: string = DEFAULT_REPORTING_TIME_ZONE;

/** The zone of days, and of instants without an offset. A server has one, that of its database. */
export const reportingZone = (): string => zone;

export function setReportingZone(name: string): void {
  zone = name;
}

/**
 * An instant without an offset gets that of a time zone, by default the reporting zone. Of a time that
 * a clock change repeats, the first is meant; a time that it skips is as long after the change as it
 * seems.
 */
export function withOffset(instant: string, timeZone: string = zone): string {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(instant)) return instant;
  const offsetAt = offsetsOf(timeZone);
  const asUtc = Date.parse(`${instant}Z`);
  const before = offsetAt(asUtc - DAY_MS);
  const after = offsetAt(asUtc + DAY_MS);
  const isBefore = offsetAt(asUtc - before * MINUTE_MS) === before;
  const isAfter = offsetAt(asUtc - after * MINUTE_MS) === after;
  return `${instant}${textOf(isBefore || !isAfter ? before : after)}`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** The minutes east of UTC at a time. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (time) => {
    const parts = format.formatToParts(time).find(({ type }) => type === 'timeZoneName');
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(parts?.value ?? '') ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  };
}

/** -480 → '-08:00' */
function textOf(minutes: number): string {
  const size = Math.abs(minutes);
  const part = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(size / 60)}:${part(size % 60)}`;
}
