import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt, press } from '../../testing/render';
import { userTask, userTasks } from '../../testing/user-tasks';
import { EMAIL, LIST, panel, taskPanel } from './spec-support/panel';

const { stub, serveTask } = taskPanel();

describe('the way from task to task in the panel', () => {
  it('UI-162 goes to the neighbours in the list by j and k, and not beyond it', async () => {
    for (const id of [7, 8, 9]) serveTask(id);
    const tab = openAt(LIST);
    await userEvent.click(await screen.findByRole('link', { name: '8' }));
    await panel(8);
    await userEvent.keyboard('j');
    await panel(9);
    await userEvent.keyboard('j');
    expect(await panel(9)).toBeTruthy();
    await userEvent.keyboard('kk');
    await panel(7);
    expect(tab.url()).toContain('task=7');
    const previous = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous task (k)' });
    expect(previous.disabled).toBe(true);
    await press('Next task (j)');
    expect(await panel(8)).toBeTruthy();
  });

  it('UI-162 follows the order that the user gave to the list', async () => {
    for (const id of [7, 8, 9]) serveTask(id);
    stub.on(`GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}`, () => ({
      json: userTasks(
        [7, 8, 9].map((id, at) => userTask(id, { number_of_turns: [5, 3, 4][at] ?? 0 })),
      ),
    }));
    openAt(`${LIST}&sort_by=number_of_turns&sort_order=asc`);
    await userEvent.click(await screen.findByRole('link', { name: '8' }));
    await panel(8);
    await userEvent.keyboard('j');
    await panel(9);
    await userEvent.keyboard('j');
    expect(await panel(7)).toBeTruthy();
  });

  it('UI-162 presses that come before the panel is drawn again add up', async () => {
    for (const id of [7, 8, 9]) serveTask(id);
    const tab = openAt(LIST);
    // The table has them in the order of their ids, or the reverse.
    const links = await screen.findAllByRole('link', { name: /^[789]$/ });
    const ids = links.map(({ textContent }) => textContent);
    links[0]?.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: `Task ${ids[0]}` });
    act(() => {
      for (const key of ['j', 'j', 'k', 'j']) fireEvent.keyDown(dialog, { key });
    });
    await waitFor(() => expect(tab.url()).toContain(`task=${ids[2]}`));
  });
});
