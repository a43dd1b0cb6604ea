import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Batch } from '@portal/contracts/dashboard';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUserZone } from '../../../lib/user-zone';
import { ThemeProvider } from '../../../ui/theme-provider';
import { BatchList } from './batch-list';
import { rateColor } from '../../../ui/rate-color';
import { batch } from '../../../testing/dashboard';

type Props = ComponentProps<typeof BatchList>;

function open(batches: Batch[], props: Partial<Props> = {}) {
  const toggled: number[] = [];
  const viewed: unknown[] = [];
  render(
    <ThemeProvider>
      <MemoryRouter>
        <BatchList
          batches={batches}
          selected={batches.length}
          total={batches.length}
          filtersActive={false}
          picked={null}
          sort="newest"
          search=""
          onView={(change) => viewed.push(change)}
          onToggle={(id) => toggled.push(id)}
          {...props}
        />
      </MemoryRouter>
    </ThemeProvider>,
  );
  return { toggled, viewed };
}

/** happy-dom has no layout: every row has this height. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(112);
});

const list = () => screen.getByRole('list', { name: 'Project Batches' });
const rows = () => [...list().children].map((row) => within(row as HTMLElement));

describe('batch list', () => {
  it('BOARD-99 on paper has all 300 batches, on the screen those near the viewport', () => {
    open(Array.from({ length: 300 }, (_, index) => batch(index + 1)));
    expect(rows().length).toBeLessThan(300);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(300);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(rows().length).toBeLessThan(300);
  });

  it('BOARD-60 a batch shows name, status, tasks, rates, statuses that have tasks and dates', () => {
    open([
      batch(7, {
        name: 'Tool use',
        status: 'paused',
        total_tasks: 1234,
        completion_rate: 61.5,
        review_rate: 80.2,
        by_status: { completed: 759, rework: 0, waiting_for_client: 475 },
        created_at: '2026-01-05T12:00:00Z',
        updated_at: '2026-02-13T12:00:00Z',
      }),
    ]);
    const [row] = rows();
    for (const text of ['Tool use', 'Paused', '1,234 tasks', '61.5%', '80.2%']) {
      expect(row?.getByText(text)).toBeTruthy();
    }
    expect(row?.getByRole('progressbar', { name: 'Completion' })).toBeTruthy();
    expect(row?.getByRole('progressbar', { name: 'Review' })).toBeTruthy();
    const breakdown = row?.getByRole('list', { name: 'Task status breakdown' });
    expect([...(breakdown?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Completed759',
      'Waiting For Client475',
    ]);
    expect(list().textContent).toMatch(/Created Jan 05, 2026Updated Feb 13, 2026$/);
  });

  it('WEB-64 a batch has the days of the zone of the profile', () => {
    open([batch(7, { created_at: '2026-01-05T23:00:00Z', updated_at: '2026-02-13T23:00:00Z' })]);
    act(() => useUserZone.setState({ zone: 'UTC+2:00' }));
    expect(list().textContent).toMatch(/Created Jan 06, 2026Updated Feb 14, 2026$/);
    expect(screen.getByText('Jan 06, 2026').title).toBe('Jan 6, 2026, 1:00 AM, UTC+2:00');
  });

  it('BOARD-61 a review rate is green from 75, a warning from 50 and an error below', () => {
    expect([75, 74.9, 50, 49.9].map(rateColor)).toEqual([
      'var(--portal-palette-success-main)',
      'var(--portal-palette-warning-main)',
      'var(--portal-palette-warning-main)',
      'var(--portal-palette-error-main)',
    ]);
  });

  it('BOARD-62 counts the selected batches and marks them while filters are active', () => {
    open([batch(1), batch(2)], {
      filtersActive: true,
      selected: 2,
      total: 12,
      picked: new Set([1, 2]),
    });
    expect(screen.getByText('2 of 12 selected')).toBeTruthy();
    expect(screen.getAllByText('Selected')).toHaveLength(2);
  });

  it('BOARD-62 does not mention a selection without one', () => {
    open([batch(1), batch(2)]);
    expect(screen.queryByText(/selected/i)).toBeNull();
  });

  it('BOARD-63 shows why it is empty', () => {
    open([]);
    expect(screen.getByText('No batches available')).toBeTruthy();
    expect(screen.getByText('No batches found for this project')).toBeTruthy();
  });

  it('BOARD-63 mentions active filters', () => {
    open([], { filtersActive: true, total: 3, selected: 0 });
    expect(screen.getByText('No batches match the current filters')).toBeTruthy();
  });

  it('BOARD-64 renders only rows near the viewport, with any number of batches', () => {
    open(Array.from({ length: 500 }, (_, index) => batch(index + 1)));
    const drawn = list().children;
    expect(drawn.length).toBeGreaterThan(3);
    expect(drawn.length).toBeLessThan(40);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('500');
  });

  it('BOARD-65 a row filters by its batch', async () => {
    const { toggled } = open([batch(1), batch(2)], { picked: new Set([2]) });
    const button = screen.getByRole('button', { name: 'Filter by Batch 2' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(button);
    expect(toggled).toEqual([2]);
  });

  it('BOARD-66 reads its order and search from the view', async () => {
    const { viewed } = open([batch(1), batch(12), batch(2)], { sort: 'name', search: 'batch 1' });
    expect(rows().map((row) => row.getByRole('heading').textContent)).toEqual([
      'Batch 1',
      'Batch 12',
    ]);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a batch' }), '2');
    await waitFor(() => expect(viewed).toEqual([{ batch_search: 'batch 12' }]));
  });
});
