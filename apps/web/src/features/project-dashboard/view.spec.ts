import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHART_VIEWS } from '../../charts/chart-view';
import { readUrl, writeUrl } from '../../lib/url-state';
import { BATCH_SORTS } from '../../entities/batches/batch-order';
import { STATUS_VIEWS, VIEW_PARAMS, type DashboardView } from './view';

const views: fc.Arbitrary<DashboardView> = fc.record({
  status_view: fc.constantFrom(...STATUS_VIEWS),
  activity_view: fc.constantFrom(...CHART_VIEWS),
  batch_sort: fc.constantFrom(...BATCH_SORTS),
  batch_search: fc.string({ maxLength: 40 }),
});

const readView = (search: URLSearchParams) => readUrl(VIEW_PARAMS, search);
const writeView = (search: URLSearchParams, view: Partial<DashboardView>) =>
  writeUrl(VIEW_PARAMS, search, view);

describe('the view in the search params', () => {
  it('BOARD-20 is read as it was written', () => {
    fc.assert(
      fc.property(views, (view) => {
        const text = writeView(new URLSearchParams(), view).toString();
        expect(readView(new URLSearchParams(text))).toEqual(view);
      }),
    );
  });

  it('BOARD-21 falls back to its defaults for invalid values', () => {
    const view = readView(new URLSearchParams('status_view=pie&activity_view=&batch_sort=name'));
    expect(view).toEqual({
      status_view: 'doughnut',
      activity_view: 'chart',
      batch_sort: 'name',
      batch_search: '',
    });
    const before = new URLSearchParams('batch_ids=3&status_view=bar');
    expect(writeView(before, { status_view: 'doughnut' }).toString()).toBe('batch_ids=3');
  });
});
