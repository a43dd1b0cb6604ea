import { describe, expect, it } from 'vitest';
import { profileUpdateSchema } from './auth.js';
import { PROFILE_OFFSETS, profileZones, profileZoneSchema, timeZoneSchema } from './time-zones.js';

describe('time zones of a profile', () => {
  it('WEB-50 are UTC and every half hour from UTC-12:00 to UTC+14:00, in order', () => {
    expect(PROFILE_OFFSETS).toHaveLength(53);
    expect(PROFILE_OFFSETS.slice(0, 2)).toEqual(['UTC-12:00', 'UTC-11:30']);
    expect(PROFILE_OFFSETS.slice(23, 26)).toEqual(['UTC-0:30', 'UTC', 'UTC+0:30']);
    expect(PROFILE_OFFSETS).toContain('UTC+5:30');
    expect(PROFILE_OFFSETS.at(-1)).toBe('UTC+14:00');
    expect(new Set(PROFILE_OFFSETS).size).toBe(53);
  });

  it('WEB-50 are accepted by the server', () => {
    for (const timezone of PROFILE_OFFSETS) {
      expect(profileUpdateSchema.safeParse({ timezone }).success).toBe(true);
    }
  });

  it('AUTH-61 are followed by the names of the IANA data base, all of which are accepted', () => {
    const names = profileZones().slice(PROFILE_OFFSETS.length);
    expect(names).toEqual(
      expect.arrayContaining(['America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin']),
    );
    for (const name of names) {
      expect(profileZoneSchema.safeParse(name).success).toBe(true);
      expect(timeZoneSchema.safeParse(name).success).toBe(true);
    }
    for (const name of ['CET', 'PST8PDT', 'Mars/Olympus_Mons', '']) {
      expect(profileZoneSchema.safeParse(name).success).toBe(false);
    }
  });
});
