import { inZone, instantIn, knownZone } from '@portal/domain/zones';
import { z } from 'zod';
import { create } from 'zustand';
import { readStored, writeStored } from './storage';

const STORAGE_KEY = 'user-zone';

interface UserZone {
  /** The time zone of the user's profile: 'Europe/Berlin', or 'UTC-8:00'; null for the browser's. */
  readonly zone: string | null;
}

/**
 * The time zone in which instants are shown and entered. The stored one counts until the profile is
 * loaded, so that times do not jump.
 */
export const useUserZone = create<UserZone>()(() => ({ zone: storedZone() }));

/** Sets and stores the zone; null for that of the browser. */
export function setUserZone(zone: string | null): void {
  useUserZone.setState({ zone });
  writeStored('browser', STORAGE_KEY, zone ?? undefined, 'the time zone');
}

/** Name of the zone: 'UTC-8:00', or the browser's 'Europe/Berlin'; UTC if the browser does not know it. */
export function userZoneName(): string {
  return knownZone(useUserZone.getState().zone ?? browserZone());
}

/** The time zone of the browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** An instant as a date whose fields are those of the user's zone. */
export function inUserZone(instant: string | number): Date {
  const { zone } = useUserZone.getState();
  const at = new Date(instant);
  return zone === null ? at : inZone(at.getTime(), zone);
}

/**
 * The instant at which the user's wall clock shows a time; undefined if it is no time.
 * @param wallClock '2026-01-05T09:30:00'
 */
export function userInstant(wallClock: string): string | undefined {
  return instantIn(wallClock, userZoneName());
}

function storedZone(): string | null {
  return readStored('browser', STORAGE_KEY, z.string()) ?? null;
}
