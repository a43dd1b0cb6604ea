import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../theme-provider';
import { DateFilter } from './date-filter';
import { presetRange } from './date-presets';

const TODAY = '2026-03-15';

function open(range: { start: string | null; end: string | null } = { start: null, end: null }) {
  const chosen: unknown[] = [];
  render(
    <ThemeProvider>
      <DateFilter
        range={range}
        today={TODAY}
        zone="Asia/Kolkata"
        onRange={(next) => chosen.push(next)}
      />
    </ThemeProvider>,
  );
  return chosen;
}

const button = (name: string) => screen.getByRole('button', { name });
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

describe('date filter', () => {
  it('BOARD-30 offers All Time and the last 7, 30 and 90 days', async () => {
    const chosen = open();
    for (const name of ['7D', '30D', '90D', 'All Time']) await userEvent.click(button(name));
    expect(chosen).toEqual([
      presetRange(7, TODAY),
      presetRange(30, TODAY),
      presetRange(90, TODAY),
      { start: null, end: null },
    ]);
  });

  it('BOARD-31 highlights the preset that matches the range', () => {
    open({ start: presetRange(29, TODAY).start, end: TODAY });
    expect(pressed()).toEqual(['30D']);
  });

  it('BOARD-31 shows Custom for any other range, and All Time for none', () => {
    open({ start: presetRange(50, TODAY).start, end: TODAY });
    expect(pressed()).toEqual(['Custom']);
  });

  it('BOARD-32 describes the filter and clears it', async () => {
    const chosen = open({ start: '2026-01-05', end: '2026-02-03' });
    expect(screen.getByText('Active filter: Jan 05, 2026 - Feb 03, 2026')).toBeTruthy();
    expect(screen.getByText('Days in Kolkata time')).toBeTruthy();
    await userEvent.click(button('Clear'));
    expect(chosen).toEqual([{ start: null, end: null }]);
  });

  it('BOARD-33 Custom applies two dates together, only once both are entered in order', async () => {
    const chosen = open();
    expect(screen.getByText('Showing all time data')).toBeTruthy();
    await userEvent.click(button('Custom'));
    await screen.findByLabelText('Start Date');
    const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
    expect(apply().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Start Date'), { target: { value: '2026-01-05' } });
    expect(apply().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('End Date'), { target: { value: '2026-01-01' } });
    expect(apply().disabled).toBe(true);
    expect(screen.getByText('The end lies before the start')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('End Date'), { target: { value: '2026-01-31' } });
    expect(apply().disabled).toBe(false);
    await userEvent.click(apply());
    expect(chosen).toEqual([{ start: '2026-01-05', end: '2026-01-31' }]);
  });

  it('BOARD-33 Cancel closes Custom and changes nothing', async () => {
    const chosen = open();
    await userEvent.click(button('Custom'));
    await screen.findByLabelText('Start Date');
    fireEvent.change(screen.getByLabelText('Start Date'), { target: { value: '2026-01-05' } });
    await userEvent.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByLabelText('Start Date')).toBeNull());
    expect(chosen).toEqual([]);
  });
});
