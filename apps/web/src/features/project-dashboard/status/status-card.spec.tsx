import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../../../ui/theme-provider';
import { StatusCard } from './status-card';
import type { StatusView } from '../view';

function open(byStatus: Record<string, number>, view: StatusView, filtersActive = false) {
  const chosen: StatusView[] = [];
  render(
    <ThemeProvider>
      <StatusCard
        byStatus={byStatus}
        filtersActive={filtersActive}
        view={view}
        onView={(next) => chosen.push(next)}
      />
    </ThemeProvider>,
  );
  return chosen;
}

const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);

describe('status card', () => {
  it('BOARD-42 toggles between doughnut, bar and table', async () => {
    const chosen = open({ completed: 3, rework: 1 }, 'doughnut');
    expect(screen.getByRole('heading', { name: 'Task Status Distribution' })).toBeTruthy();
    expect(
      screen.getByRole('img', {
        name: 'Task status distribution of 4 tasks: Rework 25.0%, Completed 75.0%',
      }),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Bar chart' }));
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    await userEvent.click(screen.getByRole('button', { name: 'Doughnut chart' }));
    expect(chosen).toEqual(['bar', 'table', 'doughnut']);
  });

  it('BOARD-42 the table has Status, Count, Percentage and Progress with a total', () => {
    open({ completed: 1500, rework: 500 }, 'table');
    const [head, ...rows] = screen.getAllByRole('row');
    expect(
      within(head ?? document.body)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Status', 'Count', 'Percentage', 'Progress']);
    expect(rows.map(cells)).toEqual([
      ['Rework', '500', '25.0%', ''],
      ['Completed', '1,500', '75.0%', ''],
      ['Total', '2,000', '100.0%', ''],
    ]);
  });

  it('BOARD-43 shows why there is no data', () => {
    open({}, 'table');
    expect(screen.getByText('No status data available')).toBeTruthy();
    expect(screen.getByText('No tasks found')).toBeTruthy();
  });

  it('BOARD-43 mentions active filters', () => {
    open({ completed: 0 }, 'doughnut', true);
    expect(screen.getByText('No status data available')).toBeTruthy();
    expect(screen.getByText('No tasks match the current filters')).toBeTruthy();
  });
});
