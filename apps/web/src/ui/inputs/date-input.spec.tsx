import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Controller, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { useServerClock } from '../../lib/server-clock';
import { renderAlone } from '../../testing/render';
import { DateField } from './date-input';

async function open(day: string | null) {
  const sent: unknown[] = [];
  function Page() {
    const { control, handleSubmit } = useForm({ defaultValues: { day } });
    return (
      <form onSubmit={(event) => void handleSubmit((values) => sent.push(values.day))(event)}>
        <Controller
          control={control}
          name="day"
          render={({ field: { value, onChange, onBlur } }) => (
            <DateField label="Week start" hint="A Monday" {...{ value, onChange, onBlur }} />
          )}
        />
        <button type="submit">Save</button>
      </form>
    );
  }
  renderAlone(<Page />);
  expect(screen.getByText('A Monday')).toBeTruthy();
  await screen.findByRole('group', { name: 'Week start' });
  const type = (text: string) =>
    fireEvent.change(screen.getByDisplayValue(/\d{4}-\d\d-\d\d|^$/), { target: { value: text } });
  const save = async () => {
    const before = sent.length;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.length).toBe(before + 1));
    return sent.at(-1);
  };
  return { type, save };
}

describe('date field', () => {
  it('WEB-96 the calendar marks today by the clock of the server', async () => {
    await open(null);
    act(() => useServerClock.setState({ aheadMs: 86_400_000 }));
    await userEvent.click(screen.getByRole('button', { name: /Choose date/ }));
    const days = await screen.findAllByRole('gridcell');
    const today = days.find((day) => day.getAttribute('aria-current') === 'date');
    expect(today?.textContent).toBe(String(new Date(Date.now() + 86_400_000).getDate()));
  });

  it('UI-20 shows and returns a day as YYYY-MM-DD, and null if empty', async () => {
    const { type, save } = await open('2026-03-02');
    expect(await save()).toBe('2026-03-02');
    type('2026-03-09');
    expect(await save()).toBe('2026-03-09');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await save()).toBeNull();
  });

  it('UI-21 a day that does not exist is an error', async () => {
    const { type, save } = await open('2026-03-31');
    const month = screen.getByRole('spinbutton', { name: 'Month' });
    await userEvent.click(month);
    fireEvent.keyDown(month, { key: 'ArrowDown' });
    expect(await screen.findByText('Must be a valid date')).toBeTruthy();
    expect(await save()).toBe('not a day');
    type('2026-02-28');
    await waitFor(() => expect(screen.queryByText('Must be a valid date')).toBeNull());
    expect(await save()).toBe('2026-02-28');
  });

  it('UI-22 a date that is filled in part is an error, and none once it is emptied', async () => {
    const { save } = await open(null);
    const year = screen.getByRole('spinbutton', { name: 'Year' });
    await userEvent.click(year);
    fireEvent.keyDown(year, { key: 'ArrowUp' });
    expect(screen.queryByText('Must be a valid date')).toBeNull();
    expect(await save()).toBe('not a day');
    expect(screen.getByText('Must be a valid date')).toBeTruthy();
    await userEvent.click(year);
    fireEvent.keyDown(year, { key: 'Delete' });
    expect(await save()).toBeNull();
    expect(screen.queryByText('Must be a valid date')).toBeNull();
  });
});
