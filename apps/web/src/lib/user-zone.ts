import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import { create } from 'zustand';
import { readStored, writeStored } from './storage';
import { parseUtcOffset } from './utc-offset';

const MINUTE_MS = 60_000;
const STORAGE_KEY = 'user-zone';

interface UserZone {
  /** The time zone of the user's profile, such as 'UTC-8:00'; null for that of the browser. */
  readonly zone: string | null;
}

/**
 * The time zone in which instants are shown and entered. The stored one counts until the profile is
 * loaded, so that times do not jump.
 */
export const useUserZone = create<UserZone>()(() => ({
  zone: readStored(localStorage, STORAGE_KEY, z.string()) ?? null,
}));

/** Sets and stores the zone; null for that of the browser. */
export function setUserZone(zone: string | null): void {
  useUserZone.setState({ zone });
  writeStored(localStorage, STORAGE_KEY, zone ?? undefined);
}

/** Name of the zone: 'UTC-8:00', or the browser's 'Europe/Berlin'. */
export function userZoneName(): string {
  return useUserZone.getState().zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** An instant as a date whose fields are those of the user's zone. */
export function inUserZone(instant: string | number): Date {
  const offset = profileOffset();
  const at = new Date(instant);
  // TZDate reads '+00:30' as half an hour west, so the wall clock there stands in fields of UTC.
  return offset === undefined ? at : new TZDate(at.getTime() + offset * MINUTE_MS, 'UTC');
}

/**
 * The instant at which the user's wall clock shows a time; undefined if it is no time.
 * @param wallClock '2026-01-05T09:30:00'
 */
export function userInstant(wallClock: string): string | undefined {
  const offset = profileOffset();
  const at = new Date(offset === undefined ? wallClock : `${wallClock}Z`).getTime();
  if (Number.isNaN(at)) return undefined;
  return new Date(at - (offset ?? 0) * MINUTE_MS).toISOString();
}

function profileOffset(): number | undefined {
  const { zone } = useUserZone.getState();
  return zone === null ? undefined : parseUtcOffset(zone);
}
