import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_REPORTING_TIME_ZONE } from './constants.js';
import { setReportingZone, withOffset } from './reporting-zone.js';
import { requestInstantSchema } from './scalars.js';

afterEach(() => setReportingZone(DEFAULT_REPORTING_TIME_ZONE));

describe('an instant in a request', () => {
  it.each([
    ['America/Los_Angeles', '2026-01-05T09:00:00.123456', '2026-01-05T09:00:00.123456-08:00'],
    ['America/Los_Angeles', '2026-07-05T09:00', '2026-07-05T09:00-07:00'],
    ['Asia/Kolkata', '2026-01-05T09:00:00', '2026-01-05T09:00:00+05:30'],
    ['UTC', '2026-01-05T09:00:00', '2026-01-05T09:00:00+00:00'],
    // 1:30 occurs twice, 2:30 not at all.
    ['America/Los_Angeles', '2026-11-01T01:30:00', '2026-11-01T01:30:00-07:00'],
    ['America/Los_Angeles', '2026-03-08T02:30:00', '2026-03-08T02:30:00-08:00'],
    ['America/Los_Angeles', '2026-03-08T01:59:59', '2026-03-08T01:59:59-08:00'],
    ['America/Los_Angeles', '2026-03-08T03:00:00', '2026-03-08T03:00:00-07:00'],
    ['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T03:00:00+02:00'],
  ])('API-51 without an offset is of the reporting zone: %s %s', (zone, instant, expected) => {
    setReportingZone(zone);
    expect(withOffset(instant)).toBe(expected);
    expect(requestInstantSchema.parse(instant)).toBe(expected);
    expect(requestInstantSchema.parse('2026-01-05T09:00:00+01:00')).toBe(
      '2026-01-05T09:00:00+01:00',
    );
    expect(requestInstantSchema.safeParse('2026-02-30T09:00:00').success).toBe(false);
  });
});
