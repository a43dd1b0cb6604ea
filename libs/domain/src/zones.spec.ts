import { PROFILE_OFFSETS } from '@portal/contracts/time-zones';
import { format } from 'date-fns/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inZone, instantIn, isKnownZone, knownZone } from './zones.js';

const wallClock = (instant: string, zone: string): string =>
  format(inZone(Date.parse(instant), zone), "yyyy-MM-dd'T'HH:mm:ss");

describe('time zones', () => {
  it('PODPAGE-1 are the offsets of a profile and names, and nothing else', () => {
    for (const zone of [...PROFILE_OFFSETS, 'UTC', 'Asia/Kathmandu', 'America/Los_Angeles']) {
      expect(isKnownZone(zone)).toBe(true);
    }
    for (const text of ['', 'GMT+1:00', 'UTC+5', 'UTC+5:60', 'UTC+14:30', 'UTC-12:30', ' UTC']) {
      expect(isKnownZone(text)).toBe(false);
    }
    expect(isKnownZone('Mars/Olympus_Mons')).toBe(false);
  });

  it('WEB-150 a name follows the clock changes of its place, an offset does not', () => {
    const [winter, summer] = ['2026-01-05T20:00:00.000Z', '2026-07-05T20:00:00.000Z'];
    expect(wallClock(winter, 'America/Los_Angeles')).toBe('2026-01-05T12:00:00');
    expect(wallClock(summer, 'America/Los_Angeles')).toBe('2026-07-05T13:00:00');
    expect(instantIn('2026-07-05T13:00:00', 'America/Los_Angeles')).toBe(summer);
    expect(wallClock(summer, 'UTC-8:00')).toBe('2026-07-05T12:00:00');
    expect(instantIn('2026-07-05T12:00:00', 'UTC-8:00')).toBe(summer);
    expect(wallClock(winter, 'UTC+0:30')).toBe('2026-01-05T20:30:00');
  });

  it('WEB-150 of a time that a clock change repeats, the first is meant', () => {
    expect(instantIn('2026-11-01T01:30:00', 'America/Los_Angeles')).toBe(
      '2026-11-01T08:30:00.000Z',
    );
    expect(instantIn('not a time', 'America/Los_Angeles')).toBeUndefined();
    expect(instantIn('not a time', 'UTC+1:00')).toBeUndefined();
  });

  it('WEB-64 what is shown and entered again is the same, except in an hour that occurs twice', () => {
    const zones = [...PROFILE_OFFSETS, 'America/Los_Angeles', 'Africa/Cairo', 'Asia/Kathmandu'];
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    // Until 1986 the offset of Nepal was 5:30, and no zone here has had seconds since 1970.
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const instant = new Date(second * 1_000).toISOString();
        const entered = instantIn(wallClock(instant, zone), zone) ?? '';
        expect(wallClock(entered, zone)).toBe(wallClock(instant, zone));
        expect([0, 3_600_000]).toContain(Date.parse(instant) - Date.parse(entered));
      }),
    );
  });

  it('WEB-151 a zone that is not known reads as UTC', () => {
    expect(knownZone('Mars/Olympus_Mons')).toBe('UTC');
    expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin');
    expect(wallClock('2026-07-05T12:00:00.000Z', 'Mars/Olympus_Mons')).toBe('2026-07-05T12:00:00');
    expect(instantIn('2026-07-05T12:00:00', 'Mars/Olympus_Mons')).toBe('2026-07-05T12:00:00.000Z');
  });
});
