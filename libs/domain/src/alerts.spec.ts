import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertRule, evaluate, type HeldKey, type Outcome, waits, worstOf } from './alerts.js';

const OVER_10: AlertRule = { condition: 'above', limit: 10, firesAfter: 1, recoversAfter: 1 };
const SLOW: AlertRule = { ...OVER_10, firesAfter: 3, recoversAfter: 2 };

/** The outcomes of evaluations one after the other. */
function run(
  rule: AlertRule,
  readings: readonly Readonly<Record<string, number | null>>[],
  muted: readonly boolean[] = [],
): Outcome[] {
  let held: ReadonlyMap<string, HeldKey> = new Map();
  return readings.map((reading, at) => {
    const outcome = evaluate(rule, held, new Map(Object.entries(reading)), muted[at] ?? false);
    ({ held } = outcome);
    return outcome;
  });
}

const statesOf = (outcomes: readonly Outcome[], key = 'a') =>
  outcomes.map(({ held }) => held.get(key)?.state);
const lastOf = <T>(all: readonly T[]): T => {
  const last = all.at(-1);
  if (last === undefined) throw new Error('nothing');
  return last;
};

/** Whether an evaluation tells anybody anything. */
const tellsAnything = ({ tells: { fired, recovered, lost } }: Outcome): boolean =>
  fired.length + recovered.length + lost.length > 0;

describe('evaluate', () => {
  it('ALERT-4 fires over the limit, not at it, and recovers within', () => {
    const outcomes = run(OVER_10, [{ a: 10 }, { a: 11 }, { a: 12 }, { a: 10 }]);
    expect(statesOf(outcomes)).toEqual(['ok', 'firing', 'firing', 'ok']);
    expect(outcomes.map(({ changes }) => changes.length)).toEqual([0, 1, 0, 1]);
    expect(outcomes.map(({ tells }) => tells)).toEqual([
      { fired: [], still: [], recovered: [], lost: [] },
      { fired: ['a'], still: [], recovered: [], lost: [] },
      { fired: [], still: ['a'], recovered: [], lost: [] },
      { fired: [], still: [], recovered: ['a'], lost: [] },
    ]);
    expect(statesOf(run({ ...OVER_10, condition: 'below' }, [{ a: 10 }, { a: 9 }]))).toEqual([
      'ok',
      'firing',
    ]);
  });

  it('ALERT-5 is pending and recovering for as many evaluations in a row as it is set to', () => {
    const outcomes = run(
      SLOW,
      [11, 11, 5, 11, 11, 11, 5, 11, 5, 5].map((a) => ({ a })),
    );
    expect(outcomes.map(({ held }) => [held.get('a')?.state, held.get('a')?.evaluations])).toEqual([
      ['pending', 1],
      ['pending', 2],
      ['ok', 0],
      ['pending', 1],
      ['pending', 2],
      ['firing', 0],
      ['recovering', 1],
      ['firing', 0],
      ['recovering', 1],
      ['ok', 0],
    ]);
    expect(outcomes.flatMap((outcome, at) => (tellsAnything(outcome) ? [at] : []))).toEqual([5, 9]);
    expect(outcomes.map(({ held }) => waits(held))).toEqual(
      [1, 1, 0, 1, 1, 0, 1, 0, 1, 0].map(Boolean),
    );
  });

  it('ALERT-6 compares a change with the value before, and one from 0 is endless', () => {
    const rule: AlertRule = { ...OVER_10, condition: 'changed_by', limit: 20 };
    const values = [100, 119, 95, 95, 0, 0, 1];
    expect(
      statesOf(
        run(
          rule,
          values.map((a) => ({ a })),
        ),
      ),
    ).toEqual(['ok', 'ok', 'firing', 'ok', 'firing', 'ok', 'firing']);
  });

  it('ALERT-7 fires on no rows', () => {
    const rule: AlertRule = { ...OVER_10, condition: 'no_rows', limit: null };
    expect(statesOf(run(rule, [{ a: 3 }, { a: 0 }]))).toEqual(['ok', 'firing']);
  });

  it('ALERT-8 has a state for each key, and counts what is new, still firing and recovered', () => {
    const outcomes = run(OVER_10, [
      { a: 11, b: 11, c: 11, d: 1, e: 1, f: 1 },
      { a: 11, b: 11, c: 1, d: 11, e: 11, f: 11 },
    ]);
    const { fired, still, recovered } = lastOf(outcomes).tells;
    expect([fired, still, recovered]).toEqual([['d', 'e', 'f'], ['a', 'b'], ['c']]);
    expect(worstOf([...lastOf(outcomes).held.values()].map(({ state }) => state))).toBe('firing');
  });

  it('ALERT-9 forgets a key that is gone from the result when it has recovered', () => {
    const outcomes = run({ ...OVER_10, recoversAfter: 2 }, [{ a: 11, b: 1 }, {}, {}]);
    expect(outcomes.map(({ held }) => [...held.keys()])).toEqual([['a', 'b'], ['a'], []]);
    expect(outcomes.map(({ tells }) => tells.recovered)).toEqual([[], [], ['a']]);
  });

  it('ALERT-10 has no data without a value, tells it once, and that there is data again', () => {
    const outcomes = run(OVER_10, [{ a: 1 }, { a: null }, { a: null }, { a: 1 }]);
    expect(statesOf(outcomes)).toEqual(['ok', 'no_data', 'no_data', 'ok']);
    expect(outcomes.map(({ tells }) => [tells.lost, tells.recovered])).toEqual([
      [[], []],
      [['a'], []],
      [[], []],
      [[], ['a']],
    ]);
  });

  it('ALERT-11 tells nothing while it is muted, and afterwards what still holds', () => {
    const readings = [
      { a: 11, b: 1 },
      { a: 1, b: 11 },
      { a: 1, b: 11 },
    ];
    const outcomes = run(OVER_10, readings, [false, true, false]);
    expect(outcomes.map(tellsAnything)).toEqual([true, false, true]);
    expect(statesOf(outcomes, 'b')).toEqual(['ok', 'firing', 'firing']);
    expect(lastOf(outcomes).tells).toMatchObject({ fired: ['b'], recovered: ['a'] });
    const back = run(OVER_10, [{ a: 1 }, { a: 11 }, { a: 1 }], [false, true, false]);
    expect(tellsAnything(lastOf(back))).toBe(false);
  });
});

const value = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null });
const reading = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
const step = fc.record({ reading, isMuted: fc.boolean() });
const rule = fc.record({
  condition: fc.constantFrom('above', 'below', 'changed_by', 'no_rows'),
  limit: fc.integer({ min: 1, max: 19 }),
  firesAfter: fc.integer({ min: 1, max: 4 }),
  recoversAfter: fc.integer({ min: 1, max: 4 }),
} as const);

describe('evaluate, for any readings', () => {
  it('ALERT-12 never tells the same of a key twice in a row, and tells of a recovery only what it told before', () => {
    fc.assert(
      fc.property(rule, fc.array(step, { maxLength: 30 }), (alert, steps) => {
        const outcomes = run(
          alert,
          steps.map((one) => one.reading),
          steps.map((one) => one.isMuted),
        );
        const known = new Map<string, string>();
        for (const [at, { tells, held }] of outcomes.entries()) {
          const told = [
            ...tells.fired.map((key) => [key, 'firing'] as const),
            ...tells.lost.map((key) => [key, 'no_data'] as const),
            ...tells.recovered.map((key) => [key, 'ok'] as const),
          ];
          if (steps[at]?.isMuted) expect(told).toEqual([]);
          expect(new Set(told.map(([key]) => key)).size).toBe(told.length);
          for (const [key, what] of told) {
            expect(what).not.toBe(known.get(key) ?? 'ok');
            known.set(key, what);
          }
          for (const [key, { state }] of held) {
            // A listener knows each state that does not wait.
            if (steps[at]?.isMuted || state === 'pending' || state === 'recovering') continue;
            expect(known.get(key) ?? 'ok').toBe(state);
          }
        }
      }),
    );
  });

  it('ALERT-13 fires exactly after as many evaluations over the limit in a row, and never earlier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        (firesAfter, recoversAfter, overs) => {
          const outcomes = run(
            { ...OVER_10, firesAfter, recoversAfter },
            overs.map((isOver) => ({ a: isOver ? 11 : 1 })),
          );
          let isFiring = false;
          for (const at of overs.keys()) {
            const needed = isFiring ? recoversAfter : firesAfter;
            const last = overs.slice(0, at + 1).slice(-needed);
            if (last.length === needed && last.every((isOver) => isOver !== isFiring)) {
              isFiring = !isFiring;
            }
            const state = outcomes[at]?.held.get('a')?.state;
            expect(['firing', 'recovering'].includes(state ?? '')).toBe(isFiring);
          }
        },
      ),
    );
  });
});
