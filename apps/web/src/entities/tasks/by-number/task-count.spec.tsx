import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderAlone } from '../../../testing/render';
import { type ShownTasks, ShowTasks } from './show-tasks';
import { TaskCount } from './task-count';

it('NUM-5 a number that has the focus lays nothing over the number below, which is clicked next', async () => {
  const show = vi.fn<(shown: ShownTasks) => void>();
  renderAlone(
    <ShowTasks value={show}>
      <TaskCount of={{ number: 'tasks' }} name="Monday" count={3} />
      <TaskCount of={{ number: 'done' }} name="Tuesday" count={4} />
    </ShowTasks>,
  );
  const [first, second] = await screen.findAllByRole('button', { name: /^Show tasks/ });
  await userEvent.tab();
  expect(document.activeElement).toBe(first);
  vi.useFakeTimers();
  try {
    if (first) fireEvent.mouseOver(first);
    // Longer than a tooltip of the page waits.
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByRole('tooltip')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
  if (second) await userEvent.click(second);
  expect(show).toHaveBeenCalledWith({ number: 'done' });
});
