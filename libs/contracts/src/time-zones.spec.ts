import { describe, expect, it } from 'vitest';
import { profileUpdateSchema } from './auth.js';
import { PROFILE_TIME_ZONES } from './time-zones.js';

describe('time zones of a profile', () => {
  it('WEB-50 are UTC and every half hour from UTC-12:00 to UTC+14:00, in order', () => {
    expect(PROFILE_TIME_ZONES).toHaveLength(53);
    expect(PROFILE_TIME_ZONES.slice(0, 2)).toEqual(['UTC-12:00', 'UTC-11:30']);
    expect(PROFILE_TIME_ZONES.slice(23, 26)).toEqual(['UTC-0:30', 'UTC', 'UTC+0:30']);
    expect(PROFILE_TIME_ZONES).toContain('UTC+5:30');
    expect(PROFILE_TIME_ZONES.at(-1)).toBe('UTC+14:00');
    expect(new Set(PROFILE_TIME_ZONES).size).toBe(53);
  });

  it('WEB-50 are accepted by the server', () => {
    for (const timezone of PROFILE_TIME_ZONES) {
      expect(profileUpdateSchema.safeParse({ timezone }).success).toBe(true);
    }
  });
});
