import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDay,
  formatDays,
  formatDuration,
  formatHandlingTime,
  formatInstant,
  formatMonthDay,
  formatPercent,
  formatRelative,
  formatSyncInstant,
  formatTime,
  formatTotal,
  formatWeekdayOf,
  formatZone,
} from './format';

// Later specs share the modules of this one, and are in English.
afterEach(() => vi.resetModules());

describe('formatting', () => {
  it('WEB-16 groups counts and gives percentages one decimal', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect([0, 66.66, 100].map(formatPercent)).toEqual(['0.0%', '66.7%', '100.0%']);
  });

  it('UI-155 rounds estimates, and has short durations and time zones in words', () => {
    expect(formatTotal(60_001, true)).toBe('about 60,000');
    expect(formatTotal(60_001, false)).toBe('60,001');
    expect([0, 24.6, 59.4, 59.6, 85].map(formatHandlingTime)).toEqual([
      ...['0 min', '25 min', '59 min', '1h 0m', '1h 25m'],
    ]);
    const zones = ['America/Los_Angeles', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'];
    expect(zones.map(formatZone)).toEqual([
      ...['Los Angeles time', 'Buenos Aires time', 'UTC', 'Etc/GMT+5'],
    ]);
  });

  it('WEB-16 writes numbers as the browser does, and the words and the sync time in English', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
    vi.resetModules();
    const german = await import('./format');
    expect(german.plural(1_234_567, 'task', 'tasks')).toBe('1.234.567 tasks');
    expect(german.formatPercent(66.66)).toBe('66,7\u00a0%');
    expect(german.formatDecimal(1_234.56)).toBe('1.234,6');
    expect(german.formatCompact(12_345_678)).toBe('12,35\u00a0Mio.');
    expect(german.formatBytes(12_345)).toBe('12,3 KB');
    expect(german.formatHandlingTime(74_100)).toBe('1.235h 0m');
    expect(german.formatSyncInstant('2026-01-05T23:04:00Z')).toBe('01/05/26, 3:04 PM');
  });

  it.each(['th-TH', 'fa-IR', 'ar-EG'])(
    'WEB-97 %s has our calendar and digits',
    async (language) => {
      vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
      vi.resetModules();
      const format = await import('./format');
      const instant = '2026-01-05T12:04:00Z';
      for (const text of [format.formatDay('2026-01-05'), format.formatDayOf(instant)]) {
        expect(text).toContain('2026');
      }
      const days = format.formatDays('2025-12-29', '2026-01-04');
      expect(days).toMatch(/2025.*2026|2026/);
      const all = [days, format.formatInstant(instant), format.formatCount(1_234_567)];
      const numbers = [
        format.formatPercent(66.66),
        format.formatExact('1234.5'),
        format.formatBytes(12_345),
      ];
      expect([...all, ...numbers].join(' ')).not.toMatch(/(?![0-9])\p{Nd}/u);
    },
  );

  it('WEB-16 writes dates as the browser does, and those of batches as the specification', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
    vi.resetModules();
    const german = await import('./format');
    expect(german.formatDays('2026-11-23', '2026-11-29')).toBe('23.–29.11.2026');
    expect(german.formatDay('2026-03-05')).toBe('05. März 2026');
    expect(german.formatMonthDay('2026-03-05')).toBe('5. März');
    expect(german.formatWeekday('2026-03-05')).toBe('Do');
    expect(german.formatWeekdayOf('2026-03-05')).toBe('Do., 5. März');
    expect(german.formatTime(new Date(2026, 2, 5, 15, 4, 5))).toBe('15:04:05');
    expect(german.formatInstant('2026-03-05T15:04:00')).toBe('05.03.2026, 15:04');
    expect(german.formatBatchDay('2026-03-05T15:04:00')).toBe('Mar 05, 2026');
  });

  it('WEB-16 writes dates in English with plain blanks', () => {
    expect(formatDay('2026-01-05')).toBe('Jan 05, 2026');
    expect(formatMonthDay('2026-01-05')).toBe('Jan 5');
    expect(formatWeekdayOf('2026-01-05')).toBe('Mon, Jan 5');
    expect(formatInstant('2026-01-05T15:04:00')).toBe('Jan 5, 2026, 3:04 PM');
    expect(formatTime(new Date(2026, 0, 5, 15, 4, 5))).toBe('3:04:05 PM');
  });

  it('WEB-16 starts where Chromium has no language', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix');
    vi.resetModules();
    expect((await import('./format')).formatCount(1_234)).toBe('1,234');
  });

  it('WEB-16 gives bytes in units of 1000 with three digits at most', () => {
    const bytes = [0, 999, 1000, 12_345, 99_960, 999_600, 104_857_600, 2 * 1024 ** 3];
    expect(bytes.map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 KB',
      '12.3 KB',
      '100 KB',
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
