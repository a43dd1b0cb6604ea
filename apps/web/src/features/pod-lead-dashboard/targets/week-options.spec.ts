import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weeksFrom } from '../week/weeks';
import { target } from '../../../testing/pod-targets';
import { firstFreeWeek, targetOf, type TargetKind, weekOptions } from './week-options';

const THIS = '2026-11-23';

describe('the weeks of the form', () => {
  it('LEAD-12 are the Mondays around the current week, latest first', () => {
    const options = weekOptions(THIS, [], undefined);
    expect(options).toHaveLength(21);
    expect(options[0]?.value).toBe(weeksFrom(THIS, 12));
    expect(options.at(-1)?.value).toBe(weeksFrom(THIS, -8));
    expect(options.find(({ value }) => value === THIS)).toEqual({
      value: THIS,
      label: 'Nov 23 – 29, 2026 · W48 · this week',
      taken: false,
    });
  });

  it('LEAD-12 are taken by other targets only, also by one of several weeks', () => {
    const long = target({ id: 1, week_start_date: '2026-11-16', week_end_date: '2026-11-24' });
    const own = target({ id: 2, week_start_date: '2026-12-07', week_end_date: '2026-12-13' });
    const taken = weekOptions(THIS, [own, long], own)
      .filter((option) => option.taken)
      .map(({ value }) => value);
    expect(taken).toEqual(['2026-11-23', '2026-11-16']);
  });

  it('LEAD-12 include the week of the edited target, however old', () => {
    const old = target({ week_start_date: '2024-01-01', week_end_date: '2024-01-07' });
    expect(weekOptions(THIS, [old], old).at(-1)).toMatchObject({
      value: '2024-01-01',
      taken: false,
    });
  });

  it('LEAD-12 begin with the first free one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -5, max: 10 })), (offsets) => {
        const targets = offsets.map((offset) =>
          target({ week_start_date: weeksFrom(THIS, offset) }),
        );
        const free = firstFreeWeek(THIS, targets);
        expect(free >= THIS).toBe(true);
        expect(targetOf(free, targets)).toBeUndefined();
      }),
    );
  });

  it('LEAD-59 are free beside a target that repeats, and beside that of another trainer', () => {
    const repeating = target({
      id: 1,
      week_start_date: THIS,
      week_end_date: '2100-01-03',
      repeats: true,
    });
    const single = target({ id: 2, week_start_date: weeksFrom(THIS, 1), daily_tasks_target: 7 });
    const own = target({ id: 3, week_start_date: THIS, user_email: 'ann@example.com' });
    const all = [repeating, single, own];
    expect(firstFreeWeek(THIS, all)).toBe(THIS);
    expect(targetOf(weeksFrom(THIS, 1), all)).toBe(single);
    expect(targetOf(weeksFrom(THIS, 2), all)).toBe(repeating);
    const takenFor = (kind: TargetKind) =>
      weekOptions(THIS, all, undefined, kind)
        .filter(({ taken }) => taken)
        .map(({ value }) => value);
    expect(takenFor({ user_email: null, repeats: true })).toEqual([THIS]);
    expect(takenFor({ user_email: null, repeats: false })).toEqual([weeksFrom(THIS, 1)]);
    expect(takenFor({ user_email: 'ann@example.com', repeats: false })).toEqual([THIS]);
    expect(takenFor({ user_email: 'bob@example.com', repeats: false })).toEqual([]);
  });
});
