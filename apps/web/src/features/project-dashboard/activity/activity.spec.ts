import { addDays, format } from 'date-fns';
import { describe, expect, it } from 'vitest';
import { activityDays, activityRows, activityTotal, periodLabel } from './activity';
import { NO_FILTERS } from '../../../entities/batches/filters';
import { day } from '../../../testing/dashboard';

const TODAY = '2026-03-15';

describe('activity', () => {
  it('BOARD-52 the table lists the newest 30 days at most, newest first', () => {
    const entries = Array.from({ length: 45 }, (_, index) =>
      day(format(addDays(new Date(2026, 0, 1), index), 'yyyy-MM-dd'), index),
    );
    const rows = activityRows(entries);
    expect(rows).toHaveLength(30);
    expect(rows[0]?.date).toBe('2026-02-14');
    expect(rows.at(-1)?.date).toBe('2026-01-16');
  });

  it('BOARD-53 a row and the footer add completed, reviewed and in progress', () => {
    const rows = activityRows([day('2026-03-01', 1, 2, 3), day('2026-03-02', 10, 20, 30)]);
    expect(rows.map((row) => row.total)).toEqual([60, 6]);
    expect(activityTotal(rows)).toEqual({ completed: 11, reviewed: 22, inProgress: 33, total: 66 });
  });

  it('BOARD-50 the chart has every day of the period, days without activity as zeros', () => {
    const days = activityDays([day('2026-03-10', 5)], NO_FILTERS, TODAY);
    expect(days).toHaveLength(30);
    expect(days[0]?.date).toBe('2026-02-14');
    expect(days.at(-1)?.date).toBe(TODAY);
    expect(days.filter((one) => one.total > 0).map((one) => one.date)).toEqual(['2026-03-10']);

    const range = { ...NO_FILTERS, start: '2026-03-01', end: '2026-03-04' };
    expect(activityDays([], range, TODAY).map((one) => one.date)).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ]);
    const until = { ...NO_FILTERS, end: '2026-03-04' };
    expect(activityDays([day('2026-03-02', 1)], until, TODAY).map((one) => one.date)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ]);
  });

  it('BOARD-50 includes activity of a day that has begun in the reporting zone only', () => {
    const days = activityDays([day('2026-03-16', 5)], NO_FILTERS, TODAY);
    expect(days.at(-1)?.date).toBe('2026-03-16');
  });

  it('BOARD-51 names the period', () => {
    expect(periodLabel(NO_FILTERS)).toBe('Last 30 days');
    expect(periodLabel({ ...NO_FILTERS, start: '2026-03-01', end: '2026-03-04' })).toBe(
      'Mar 1 – 4, 2026',
    );
    expect(periodLabel({ ...NO_FILTERS, start: '2026-03-01' })).toBe('Since Mar 01, 2026');
    expect(periodLabel({ ...NO_FILTERS, end: '2026-03-04' })).toBe('Until Mar 04, 2026');
  });
});
