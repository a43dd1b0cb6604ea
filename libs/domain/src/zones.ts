import { TZDate } from '@date-fns/tz';
import { withOffset } from '@portal/contracts/reporting-zone';
import { isZoneName } from '@portal/contracts/time-zones';

const MINUTE_MS = 60_000;
const OFFSET = /^UTC(?:([+-])(\d{1,2}):([0-5]\d))?$/;
const WESTERNMOST = -12 * 60;
const EASTERNMOST = 14 * 60;

/** Names are looked up once: a clock asks each second. */
const known = new Map<string, boolean>();

/** Whether this process knows the time zone: an offset of a profile, or a name of the IANA data base. */
export function isKnownZone(zone: string): boolean {
  const isKnown = known.get(zone) ?? (offsetOf(zone) !== undefined || isZoneName(zone));
  known.set(zone, isKnown);
  return isKnown;
}

/** The zone, or UTC if this process does not know it: a browser can be older than a zone. */
export function knownZone(zone: string): string {
  return isKnownZone(zone) ? zone : 'UTC';
}

/**
 * An instant as a date whose fields are those of the wall clock in a zone; in UTC if the zone is not
 * known.
 * @param time epoch milliseconds
 */
export function inZone(time: number, zone: string): Date {
  const offset = offsetOf(zone);
  // TZDate reads '+00:30' as half an hour west, so the wall clock there stands in fields of UTC.
  if (offset !== undefined) return new TZDate(time + offset * MINUTE_MS, 'UTC');
  return new TZDate(time, knownZone(zone));
}

/**
 * The instant at which the wall clock in a zone shows a time; undefined if it is no time.
 * @param wallClock '2026-01-05T09:30:00'
 */
export function instantIn(wallClock: string, zone: string): string | undefined {
  const asUtc = Date.parse(`${wallClock}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offset = offsetOf(zone);
  const instant =
    offset === undefined
      ? Date.parse(withOffset(wallClock, knownZone(zone)))
      : asUtc - offset * MINUTE_MS;
  return new Date(instant).toISOString();
}

/** The offset of a zone in minutes east of UTC: 'UTC+5:30' → 330; undefined if it is none. */
function offsetOf(zone: string): number | undefined {
  const [match, sign, hours = '0', minutes = '0'] = OFFSET.exec(zone) ?? [];
  if (match === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return offset < WESTERNMOST || offset > EASTERNMOST ? undefined : offset;
}
