import { z } from 'zod';

/** Limits of the offsets, in half hours east of UTC. */
const WESTERNMOST = -12 * 2;
const EASTERNMOST = 14 * 2;

/** The offsets that a profile offers: every half hour from UTC-12:00 to UTC+14:00, in order. */
export const PROFILE_OFFSETS: readonly string[] = Array.from(
  { length: EASTERNMOST - WESTERNMOST + 1 },
  (_, index) => offsetName(WESTERNMOST + index),
);

/** 11 → 'UTC+5:30' */
function offsetName(halfHours: number): string {
  if (halfHours === 0) return 'UTC';
  const size = Math.abs(halfHours);
  return `UTC${halfHours < 0 ? '-' : '+'}${Math.floor(size / 2)}:${size % 2 === 0 ? '00' : '30'}`;
}

/** Of a `time_zone` in a request: every offset is in whole quarters of an hour. */
const OFFSET = /^UTC[+-](?:14:00|(?:1[0-3]|0?\d):(?:00|15|30|45))$/;
const MAX_NAME = 64;

/** A time zone of the IANA data base (UTC, or by area and place), or an offset such as UTC+5:30. */
export const timeZoneSchema = z
  .string()
  .max(MAX_NAME)
  .refine(
    (name) => OFFSET.test(name) || isZoneName(name),
    "must be a time zone such as 'UTC', 'Europe/Berlin' or 'UTC+5:30' (in a URL, + is %2B)",
  );

/** The time zone of a profile: an offset that it offers, or a name of the IANA data base. */
export const profileZoneSchema = z
  .string()
  .max(MAX_NAME)
  .refine(
    (name) => PROFILE_OFFSETS.includes(name) || isZoneName(name),
    "must be the name of a time zone such as 'Europe/Berlin', UTC, or from 'UTC-12:00' to 'UTC+14:00' in steps of 30 minutes",
  );

/**
 * Whether it is a name of the IANA data base that this process knows. Names without a slash, except
 * UTC, are refused: PostgreSQL reads some of them as fixed offsets.
 */
export function isZoneName(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z_]+\//.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time zones that a profile offers: the offsets, then the names of places that this process knows. */
export function profileZones(): readonly string[] {
  const places = new Set(Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')));
  for (const name of RENAMED) if (isZoneName(name)) places.add(name);
  return [...PROFILE_OFFSETS, ...[...places].toSorted()];
}

/** Names of today of places that Intl lists by an older name, so that a search finds them. */
const RENAMED = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Cordoba',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
];
