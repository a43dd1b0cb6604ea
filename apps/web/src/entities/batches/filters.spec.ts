import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUrl, writeUrl } from '../../lib/url-state';
import {
  areActive,
  FILTER_PARAMS,
  filtersOf,
  knownBatchesOnly,
  NO_FILTERS,
  selectBatches,
  pickBatch,
  selectedCount,
  stateOf,
  toggleBatch,
  toQuery,
  type BatchSelection,
  type ProjectFilters,
} from './filters';

const ids = fc.array(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 40 });
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const selection: fc.Arbitrary<BatchSelection> = fc.oneof(
  fc.constant<BatchSelection>({ kind: 'all' }),
  ids.map(selectBatches),
);
const dates = fc.oneof(
  fc.record({ start: fc.constant(null), end: fc.constant(null) }),
  fc.record({ start: day, end: fc.constant(null) }),
  fc.record({ start: fc.constant(null), end: day }),
  fc.tuple(day, day).map(([a, b]) => (a <= b ? { start: a, end: b } : { start: b, end: a })),
);
const filters: fc.Arbitrary<ProjectFilters> = fc
  .tuple(selection, dates, fc.integer({ min: 1, max: 366 }))
  .map(([batches, range, activityDays]) => ({ batches, ...range, activityDays }));

const some = (...numbers: number[]): ProjectFilters => ({
  ...NO_FILTERS,
  batches: selectBatches(numbers),
});

const readFilters = (search: URLSearchParams) => filtersOf(readUrl(FILTER_PARAMS, search));
const writeFilters = (search: URLSearchParams, state: ProjectFilters) =>
  writeUrl(FILTER_PARAMS, search, stateOf(state));

describe('filters in the search params', () => {
  it('BOARD-20 are read as they were written', () => {
    fc.assert(
      fc.property(filters, (state) => {
        const text = writeFilters(new URLSearchParams(), state).toString();
        expect(readFilters(new URLSearchParams(text))).toEqual(state);
      }),
    );
  });

  it('BOARD-20 keep other params and omit defaults', () => {
    const written = writeFilters(new URLSearchParams('status_view=bar&batch_ids=7'), NO_FILTERS);
    expect(written.toString()).toBe('status_view=bar');
  });

  it('BOARD-21 ignore invalid parts', () => {
    const read = (text: string) => readFilters(new URLSearchParams(text));
    expect(read('batch_ids=x&batch_ids=-1&batch_ids=1.5')).toEqual(NO_FILTERS);
    expect(read('batch_ids=9&batch_ids=x&batch_ids=3&batch_ids=9')).toEqual(some(3, 9));
    expect(read('start_date=2026-02-30&end_date=2026-03-01')).toEqual({
      ...NO_FILTERS,
      end: '2026-03-01',
    });
    expect(read('start_date=2026-03-02&end_date=2026-03-01')).toEqual(NO_FILTERS);
    expect(read('activity_days=0')).toEqual(NO_FILTERS);
    expect(read('activity_days=90').activityDays).toBe(90);
  });

  it('BOARD-21 survive any text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('batch_ids', 'start_date', 'end_date', 'activity_days'),
            fc.string(),
          ),
        ),
        (pairs) => {
          const state = readFilters(new URLSearchParams(pairs));
          const again = readFilters(writeFilters(new URLSearchParams(), state));
          expect(again).toEqual(state);
        },
      ),
    );
  });
});

describe('active filters', () => {
  it('BOARD-22 are active for a strict subset of batches or any date, and only then', () => {
    expect(areActive(NO_FILTERS, 3)).toBe(false);
    expect(areActive({ ...NO_FILTERS, batches: { kind: 'all' } }, 3)).toBe(false);
    expect(areActive(some(1, 2, 3), 3)).toBe(false);
    expect(areActive({ ...NO_FILTERS, activityDays: 90 }, 3)).toBe(false);
    expect(areActive(some(1, 2), 3)).toBe(true);
    expect(areActive({ ...NO_FILTERS, start: '2026-01-01' }, 3)).toBe(true);
    expect(areActive({ ...NO_FILTERS, end: '2026-01-01' }, 3)).toBe(true);
  });

  it('BOARD-22 give equal queries for equal selections', () => {
    const everything = toQuery(NO_FILTERS, 3);
    expect(everything).toEqual({ activity_days: 30, days: 30 });
    expect(toQuery({ ...NO_FILTERS, batches: { kind: 'all' } }, 3)).toEqual(everything);
    expect(toQuery(some(3, 1, 2), 3)).toEqual(everything);
    expect(toQuery(some(2, 1), 3)).toEqual(toQuery(some(1, 2), 3));
  });

  it('BOARD-23 send the activity days only while no date is set', () => {
    fc.assert(
      fc.property(filters, fc.integer({ min: 1, max: 60 }), (state, total) => {
        const query = toQuery(state, total);
        const dated = query.start_date !== undefined || query.end_date !== undefined;
        expect(query.activity_days).toBe(dated ? undefined : state.activityDays);
        expect(query.days).toBe(query.activity_days);
      }),
    );
  });

  it('BOARD-24 drop unknown ids once the project’s batches are loaded', () => {
    expect(knownBatchesOnly(some(1, 2), undefined)).toEqual(some(1, 2));
    expect(knownBatchesOnly(some(1, 99), [1, 2, 3])).toEqual(some(1));
    expect(knownBatchesOnly(some(98, 99), [1, 2, 3])).toEqual(NO_FILTERS);
  });

  it('BOARD-26 add and remove one batch; none selected turns the filter off', () => {
    const known = [1, 2, 3];
    expect(toggleBatch({ kind: 'off' }, 2, known)).toEqual({ kind: 'some', ids: [1, 3] });
    expect(pickBatch({ kind: 'off' }, 2, known)).toEqual({ kind: 'some', ids: [2] });
    expect(pickBatch({ kind: 'all' }, 2, known)).toEqual({ kind: 'some', ids: [2] });
    expect(pickBatch(selectBatches([2]), 3, known)).toEqual({ kind: 'some', ids: [2, 3] });
    expect(toggleBatch({ kind: 'all' }, 2, known)).toEqual({ kind: 'some', ids: [1, 3] });
    expect(toggleBatch(selectBatches([1, 3]), 2, known)).toEqual({ kind: 'all' });
    expect(toggleBatch(selectBatches([2]), 2, known)).toEqual({ kind: 'off' });
  });

  it('BOARD-25 count every batch as selected while the filter is off', () => {
    expect(selectedCount({ kind: 'off' }, 12)).toBe(12);
    expect(selectedCount({ kind: 'all' }, 12)).toBe(12);
    expect(selectedCount(some(4, 5).batches, 12)).toBe(2);
  });
});
