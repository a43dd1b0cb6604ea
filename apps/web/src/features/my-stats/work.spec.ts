import { afterEach, describe, expect, it, vi } from 'vitest';
import { userTask } from '../../testing/user-tasks';
import { instantsOf, rangeOf, urlOfRange } from './period';
import { tasksCsv } from './tasks-csv';
import { totalsOf, workDays } from './work';

const ZONE = 'America/Los_Angeles';
const TODAY = '2026-03-10';
const ALL = { start: null, end: null, range: null };

// Later specs share the modules of this one, and are in English.
afterEach(() => vi.resetModules());

describe('period of the trainer stats', () => {
  it('TRAIN-2 is the last 30 days by default, and what the URL says', () => {
    expect(rangeOf(ALL, TODAY)).toEqual({ start: '2026-02-08', end: TODAY });
    expect(rangeOf({ ...ALL, start: '2026-03-02' }, TODAY)).toEqual({
      start: '2026-03-02',
      end: null,
    });
    expect(rangeOf({ start: '2026-03-03', end: '2026-03-02', range: null }, TODAY)).toEqual(
      rangeOf(ALL, TODAY),
    );
    expect(rangeOf(urlOfRange({ start: null, end: null }), TODAY)).toEqual({
      start: null,
      end: null,
    });
  });

  it('TRAIN-2 covers whole days of the reporting time zone, also when clocks change', () => {
    expect(instantsOf({ start: '2026-03-08', end: '2026-03-08' }, ZONE)).toEqual({
      start_datetime: '2026-03-08T08:00:00.000Z',
      end_datetime: '2026-03-09T07:00:00.000Z',
    });
    expect(instantsOf({ start: null, end: null }, ZONE)).toEqual({});
  });
});

describe('work of a trainer', () => {
  const tasks = [
    userTask(1, { completed_at: '2026-03-09T06:59:59Z', number_of_turns: 3, duration_minutes: 10 }),
    userTask(2, { completed_at: '2026-03-09T07:00:00Z', number_of_turns: 4, duration_minutes: 20 }),
    userTask(3, { status: 'rework', completed_at: null, number_of_turns: 9 }),
  ];

  it('TRAIN-3 counts completed tasks, their turns, and the average duration', () => {
    expect(totalsOf(tasks)).toEqual({
      tasks: 3,
      completed: 2,
      turns: 7,
      averageMinutes: 15,
      withDuration: 2,
    });
    expect(totalsOf([]).averageMinutes).toBeNull();
  });

  it('TRAIN-4 has every day of the period in the reporting time zone', () => {
    const days = workDays(tasks, { start: '2026-03-07', end: null }, { today: TODAY, zone: ZONE });
    expect(days).toEqual([
      { date: '2026-03-07', tasks: 0, turns: 0 },
      { date: '2026-03-08', tasks: 1, turns: 3 },
      { date: '2026-03-09', tasks: 1, turns: 4 },
      { date: '2026-03-10', tasks: 0, turns: 0 },
    ]);
    const open = workDays(tasks, { start: null, end: null }, { today: TODAY, zone: ZONE });
    expect(open[0]?.date).toBe('2026-03-08');
  });

  it('TRAIN-6 a CSV has the columns of the page, and no cell that a spreadsheet runs', () => {
    const [head, first, second, third] = tasksCsv([
      userTask(1, { colab_link: 'https://colab.example.com/a,b', duration_minutes: 2.5 }),
      userTask(2, { status: '=cmd', colab_link: null, completed_at: null }),
      userTask(3, { colab_link: 'https://colab.example.com/x;=1+1', completed_at: null }),
    ]).split('\r\n');
    expect(head).toBe('Task ID,Colab,Turns,Duration (min),Status,Completed At,Reviews,Score');
    expect(first).toBe('1,"https://colab.example.com/a,b",5,2.5,Completed,2026-03-09T10:00:00Z,0,');
    expect(second).toBe("2,,5,,'=cmd,,0,");
    // CST-40: only the beginning of a cell is guarded.
    expect(third).toMatch(/^3,"?https:\/\/colab\.example\.com\/x;=1\+1"?,5,/);
  });

  it.each(['th-TH', 'fa-IR', 'ar-EG'])(
    'CST-97 WEB-97 a CSV of a browser in %s has plain digits and years',
    async (language) => {
      vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
      vi.resetModules();
      const { useCsvStore, csvDialect } = await import('../../lib/csv-dialect');
      useCsvStore.setState({ forExcel: true });
      const { tasksCsv: csvOf } = await import('./tasks-csv');
      const csv = csvOf([userTask(123_456, { duration_minutes: 1234.5 })], csvDialect());
      const [, line] = csv.split('\r\n');
      expect(line).toMatch(/^123456,.*,5,1234\.5,Completed,2026-03-09T10:00:00Z,0,$/);
    },
  );

  it('CST-97 a CSV for Excel has semicolons and a decimal comma where the language has', () => {
    const csv = tasksCsv([userTask(1, { duration_minutes: 2.5 })], 'excel-semicolon');
    expect(csv.split('\r\n')[0]).toBe(
      '\u{feff}Task ID;Colab;Turns;Duration (min);Status;Completed At;Reviews;Score',
    );
    expect(csv).toContain(';5;2,5;Completed;');
  });
});
