import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workOn } from '../../testing/work';
import { memberDays, totalsByDay } from './member-days';
import { chosenPeriod, periodBefore } from './team-params';

const DAYS = ['2026-03-16', '2026-03-17', '2026-03-18'];
const BEFORE = ['2026-03-09', '2026-03-10', '2026-03-11'];
/** The second of three days. */
const COMPARED = { days: DAYS, before: BEFORE, today: '2026-03-17' };
const rows = [
  workOn('2026-03-16', 'ada@example.com', 2),
  workOn('2026-03-17', 'ada@example.com', 3),
  workOn('2026-03-17', 'bob@example.com', 1, 40),
];
const rowsBefore = [
  workOn('2026-03-10', 'ada@example.com', 9),
  workOn('2026-03-11', 'bob@example.com', 7),
  workOn('2026-03-09', 'cyd@example.com', 4),
];

describe('the members of a period', () => {
  it('TEAM-77 have their days, total and change against the same days before', () => {
    const members = memberDays(rows, rowsBefore, COMPARED, 'tasks', 'total_desc');
    expect(
      members.map(({ email, values, total, change }) => [email, values, total, change]),
    ).toEqual([
      ['ada@example.com', [2, 3, null], 5, -4],
      // The third day before is not compared.
      ['bob@example.com', [0, 1, null], 1, 1],
      ['cyd@example.com', [0, 0, null], 0, -4],
    ]);
  });

  it('TEAM-77 are sorted by total, name or change, in either direction', () => {
    const orderOf = (order: Parameters<typeof memberDays>[4]) =>
      memberDays(rows, rowsBefore, COMPARED, 'turns', order).map(({ name }) => name);
    expect(orderOf('total_desc')).toEqual(['Bob', 'Ada', 'Cyd']);
    expect(orderOf('total_asc')).toEqual(['Cyd', 'Ada', 'Bob']);
    expect(orderOf('name_desc')).toEqual(['Cyd', 'Bob', 'Ada']);
    expect(orderOf('change_asc')).toEqual(['Ada', 'Cyd', 'Bob']);
    const [first] = memberDays(rows, undefined, COMPARED, 'tasks', 'change_asc');
    expect(first?.change).toBeNull();
  });

  it('TEAM-77 add up to the total of each day', () => {
    const row = fc.record({
      date: fc.constantFrom(...DAYS),
      email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com'),
      tasks: fc.nat(1_000),
    });
    const unique = {
      selector: (one: { date: string; email: string }) => `${one.date}${one.email}`,
    };
    fc.assert(
      fc.property(fc.uniqueArray(row, unique), (made) => {
        const work = made.map(({ date, email, tasks }) => workOn(date, email, tasks));
        const all = { days: DAYS, before: BEFORE, today: '2026-03-18' };
        const members = memberDays(work, [], all, 'tasks', 'name_asc');
        const sums = DAYS.map((_, at) =>
          members.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
        );
        expect(totalsByDay(work, DAYS, 'tasks', all.today)).toEqual(sums);
      }),
    );
  });

  it.each([
    ['this_week', '2026-03-09', '2026-03-15'],
    ['last_week', '2026-03-02', '2026-03-08'],
    ['this_month', '2026-02-01', '2026-02-28'],
    ['last_month', '2026-01-01', '2026-01-31'],
  ] as const)('TEAM-77 compares %s with %s to %s', (period, first, last) => {
    const state = { period, from: null, to: null, metric: 'tasks', trends: 'days' } as const;
    const chosen = chosenPeriod({ ...state, sort: 'total_desc', pod: null }, '2026-03-18');
    expect(periodBefore(chosen)).toEqual({ first, last });
  });

  it('TEAM-77 compares fixed dates with as many days before', () => {
    const days = { name: null, first: '2026-03-10', last: '2026-03-12' };
    expect(periodBefore(days)).toEqual({ first: '2026-03-07', last: '2026-03-09' });
  });
});
