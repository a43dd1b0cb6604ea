import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ActivityEntry } from '@portal/contracts/dashboard';
import { describe, expect, it } from 'vitest';
import { ReportingZone } from '../../../testing/reporting-zone';
import { ThemeProvider } from '../../../ui/theme-provider';
import { ActivityCard } from './activity-card';
import { NO_FILTERS, type ProjectFilters } from '../../../entities/batches/filters';
import { day } from '../../../testing/dashboard';
import type { ActivityView } from '../view';
import { type ShownTasks, ShowTasks } from '../../../entities/tasks/by-number/show-tasks';
import { useProjectStore } from '../../../lib/project-store';
import { grant, signInAs } from '../../../testing/users';

const MARCH: ProjectFilters = { ...NO_FILTERS, start: '2026-03-01', end: '2026-03-31' };

function open(
  entries: ActivityEntry[],
  view: ActivityView,
  filters: ProjectFilters = MARCH,
  show?: (shown: ShownTasks) => void,
) {
  const chosen: ActivityView[] = [];
  const { unmount } = render(
    <ThemeProvider>
      <ReportingZone>
        <ShowTasks value={show}>
          <ActivityCard
            entries={entries}
            filters={filters}
            view={view}
            onView={(next) => chosen.push(next)}
          />
        </ShowTasks>
      </ReportingZone>
    </ThemeProvider>,
  );
  return { chosen, unmount };
}

const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('activity card', () => {
  it('BOARD-51 shows the period and the counts of completed and reviewed tasks', () => {
    open([day('2026-03-02', 1200, 30, 5), day('2026-03-04', 34, 4, 1)], 'chart');
    expect(screen.getByRole('heading', { name: 'Activity Timeline' })).toBeTruthy();
    expect(screen.getByText('Mar 1 – 31, 2026')).toBeTruthy();
    expect(screen.getByText(/1,234 completed/)).toBeTruthy();
    expect(screen.getByText(/34 reviewed/)).toBeTruthy();
  });

  it('NUM-4 the counts of the period open its tasks, but not those of a period that is too long', () => {
    signInAs(grant(1, 'pod-info-public-view'));
    useProjectStore.setState({ selectedId: 1 });
    const entries = [day('2026-03-02', 1200, 30, 5), day('2026-03-04', 34, 4, 1)];
    const shown: ShownTasks[] = [];
    const openWith = (filters: ProjectFilters) =>
      open(entries, 'chart', filters, (tasks) => shown.push(tasks));
    const { unmount } = openWith(MARCH);
    for (const button of screen.getAllByRole('button', { name: /^Show tasks: / })) button.click();
    const days = { first: '2026-03-01', last: '2026-03-31' };
    expect(shown).toEqual([
      { number: 'completed_in_period', days },
      { number: 'reviews_in_period', days },
    ]);
    unmount();
    openWith({ ...MARCH, start: '2024-03-01' });
    expect(screen.getByText(/1,234 completed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Show tasks: / })).toBeNull();
  });

  it('BOARD-51 omits a count of zero', () => {
    open([day('2026-03-02', 0, 0, 5)], 'chart');
    expect(screen.queryByText(/completed$/)).toBeNull();
    expect(screen.queryByText(/reviewed$/)).toBeNull();
  });

  it('BOARD-102 the table says that its total is of fewer days than the counts above', () => {
    const entries = Array.from({ length: 31 }, (_, at) =>
      day(`2026-03-${String(at + 1).padStart(2, '0')}`, 1, 0, 0),
    );
    open(entries, 'table');
    expect(screen.getByText(/^The newest 30 of 31 days with activity\./)).toBeTruthy();
    expect(screen.getByText(/31 completed/)).toBeTruthy();
    expect(rows().at(-1)).toEqual(['Total (30 days)', '30', '0', '0', '30']);
  });

  it('BOARD-102 the table of all days says nothing of it', () => {
    open([day('2026-03-02', 10, 3, 2), day('2026-03-04', 1000, 4, 1)], 'table');
    expect(screen.queryByText(/^The newest/)).toBeNull();
  });

  it('BOARD-53 the table lists days with their totals, newest first, and a sum', () => {
    open([day('2026-03-02', 10, 3, 2), day('2026-03-04', 1000, 4, 1)], 'table');
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
      'Date',
      'Completed',
      'Reviewed',
      'In Progress',
      'Total Activity',
    ]);
    expect(rows()).toEqual([
      ['Mar 04, 2026', '1,000', '4', '1', '1,005'],
      ['Mar 02, 2026', '10', '3', '2', '15'],
      ['Total (2 days)', '1,010', '7', '3', '1,020'],
    ]);
  });

  it('BOARD-53 a single day has no sum', () => {
    open([day('2026-03-02', 10, 3, 2)], 'table');
    expect(rows()).toEqual([['Mar 02, 2026', '10', '3', '2', '15']]);
  });

  it('BOARD-56 toggles between chart and table', async () => {
    const { chosen } = open([day('2026-03-02', 10)], 'chart');
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    await userEvent.click(screen.getByRole('button', { name: 'Chart' }));
    expect(chosen).toEqual(['table', 'chart']);
  });

  it('BOARD-57 shows that there is no data, and what could help', () => {
    open([], 'chart');
    expect(screen.getByText('No activity data available')).toBeTruthy();
    expect(screen.getByText('Try expanding the date range')).toBeTruthy();
  });

  it('BOARD-57 does not mention a date range without one', () => {
    open([], 'table', NO_FILTERS);
    expect(screen.getByText('No data for the selected period')).toBeTruthy();
  });
});
