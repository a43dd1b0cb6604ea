import { describe, expect, it } from 'vitest';
import { dashboardQuerySchema } from './dashboard.js';
import { idParamSchema } from './scalars.js';
import { podStatsQuerySchema } from './team-stats-queries.js';

const START = '2026-01-01T00:00:00Z';
const END = '2026-01-02T00:00:00Z';
const INSTANT = 'must be an instant such as 2026-01-31T09:30:00Z (in a URL, + is %2B)';

/** The problems, by parameter name. */
function refused(start_datetime: string, end_datetime: string) {
  const { error } = podStatsQuerySchema.safeParse({ start_datetime, end_datetime });
  return error?.issues.map(({ path, message }) => [path.join('/'), message]);
}

describe('periods', () => {
  it('ERR-2 names an invalid end, and not the valid one', () => {
    expect(refused(START, END)).toBeUndefined();
    for (const start of ['nonsense', '2026-01-01T00:00:00 02:00', '2026-01-01']) {
      expect(refused(start, END)).toEqual([['start_datetime', INSTANT]]);
      expect(refused(start, 'x')).toEqual([
        ['start_datetime', INSTANT],
        ['end_datetime', INSTANT],
      ]);
    }
    expect(refused('1960-01-01T00:00:00Z', END)).toEqual([
      ['start_datetime', 'must lie between the years 1970 and 2100'],
    ]);
  });

  it('ERR-2 reports a wrong order or length once both ends are valid', () => {
    expect(refused(END, START)).toEqual([['end_datetime', 'must not be before start_datetime']]);
    expect(refused('2024-01-01T00:00:00Z', END)).toEqual([
      ['end_datetime', 'must be at most 400 days after start_datetime'],
    ]);
  });

  it('ERR-2 does the same for days', () => {
    const wrong = (start_date: string, end_date: string) =>
      dashboardQuerySchema
        .safeParse({ start_date, end_date })
        .error?.issues.map(({ path, message }) => [path.join('/'), message]);
    expect(wrong('2026-01-01', '2026-01-02')).toBeUndefined();
    expect(wrong('zzz', '2026-01-02')).toEqual([
      ['start_date', 'must be a day such as 2026-01-31'],
    ]);
    expect(wrong('2026-01-02', '2026-01-01')).toEqual([
      ['end_date', 'must not be before start_date'],
    ]);
  });
});

it('ERR-2 names the limit that an id exceeds', () => {
  expect(idParamSchema.parse('2147483647')).toBe(2_147_483_647);
  expect(idParamSchema.safeParse('2147483648').error?.issues[0]?.message).toBe(
    'must be at most 2147483647',
  );
});
