import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDays,
  formatDuration,
  formatPercent,
  formatRelative,
  formatSyncInstant,
} from './format';

describe('formatting', () => {
  it('WEB-16 groups counts and gives percentages one decimal', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect([0, 66.66, 100].map(formatPercent)).toEqual(['0.0%', '66.7%', '100.0%']);
  });

  it('WEB-16 gives bytes in units of 1000 with three digits at most', () => {
    const bytes = [0, 999, 1000, 12_345, 999_600, 104_857_600, 2 * 1024 ** 3];
    expect(bytes.map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 KB',
      '12.3 KB',
      '1.0 MB',
      '105 MB',
      '2.1 GB',
    ]);
  });

  it('WEB-16 gives durations in the two largest units', () => {
    expect([0.4, 59, 75, 3_725, -3].map(formatDuration)).toEqual([
      '0 s',
      '59 s',
      '1 min 15 s',
      '1 h 2 min',
      '0 s',
    ]);
  });

  it('WEB-16 gives the sync time in Los Angeles, summer and winter', () => {
    expect(formatSyncInstant('2026-01-05T23:04:00Z')).toBe('01/05/26, 3:04 PM');
    expect(formatSyncInstant('2026-07-05T06:30:00+00:00')).toBe('07/04/26, 11:30 PM');
  });

  it('WEB-16 formats a range of days without repeating month or year', () => {
    expect(formatDays('2026-11-23', '2026-11-29')).toBe('Nov 23 – 29, 2026');
    expect(formatDays('2026-11-30', '2026-12-06')).toBe('Nov 30 – Dec 6, 2026');
    expect(formatDays('2026-12-28', '2027-01-03')).toBe('Dec 28, 2026 – Jan 3, 2027');
    expect(formatDays('2026-03-05', '2026-03-05')).toBe('Mar 5, 2026');
  });

  it('WEB-16 formats the age of an instant, never in the future', () => {
    const now = Date.parse('2026-01-05T12:00:00Z');
    expect(formatRelative('2026-01-05T11:57:00Z', now)).toBe('3 minutes ago');
    expect(formatRelative('2026-01-03T12:00:00Z', now)).toBe('2 days ago');
    expect(formatRelative('2026-01-05T11:59:55Z', now)).toBe('just now');
    expect(formatRelative('2026-01-05T12:09:00Z', now)).toBe('just now');
  });
});
