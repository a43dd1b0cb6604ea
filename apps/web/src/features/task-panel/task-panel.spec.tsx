import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { LIST, PAGE, panel, taskPanel } from './spec-support/panel';

const { stub, serveTask } = taskPanel();

describe('the panel of a task', () => {
  it('UI-160 opens from a row on the same page, and its labeling tool is one click away', async () => {
    serveTask(7);
    const tab = openAt(LIST);
    const tool = await screen.findByRole('link', { name: 'Task 7 in the labeling tool' });
    expect(tool.getAttribute('href')).toBe('https://labeling.example.com/7');
    await userEvent.click(screen.getByRole('link', { name: '7' }));
    expect(await panel(7)).toBeTruthy();
    expect(tab.url()).toBe(PAGE);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tab.url()).toBe(LIST);
  });

  it('UI-192 closing it goes back to the page, so that back does not open it again', async () => {
    for (const id of [7, 8]) serveTask(id);
    const tab = openAt('/about');
    await tab.open(LIST);
    await userEvent.click(await screen.findByRole('link', { name: '7' }));
    await panel(7);
    await userEvent.keyboard('j');
    await panel(8);
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tab.url()).toBe(LIST);
    await tab.goBack();
    expect(tab.url()).toBe('/about');
  });

  it('UI-192 the panel of a link to another page closes there', async () => {
    serveTask(7);
    const tab = openAt('/about');
    await tab.open(PAGE);
    await panel(7);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(tab.url()).toBe(LIST));
    await tab.goBack();
    expect(tab.url()).toBe('/about');
  });

  it('UI-160 is opened by its URL', async () => {
    serveTask(7);
    openAt(PAGE);
    expect(await within(await panel(7)).findByRole('link', { name: 'Spring' })).toBeTruthy();
  });

  it('UI-164 says that there is no such task, and tries again after another failure', async () => {
    stub.on('GET /api/v1/tasks/7', () => refusal('not-found', 404, 'There is no such task'));
    const { open } = openAt(PAGE);
    expect(await within(await panel(7)).findByText('No such task')).toBeTruthy();
    stub.on('GET /api/v1/tasks/8', () => refusal('unavailable', 503, 'Later'));
    await open(`${LIST}&task=8`);
    await within(await panel(8)).findByText('Failed to load the task');
    serveTask(8);
    await press('Try Again');
    expect(await within(await panel(8)).findByRole('link', { name: 'Spring' })).toBeTruthy();
  });

  it('UI-190 ? shows all shortcuts above the panel, whose keys wait meanwhile', async () => {
    serveTask(7, { may_claim: true });
    const tab = openAt(PAGE);
    await screen.findByRole('button', { name: 'Claim' });
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' });
    for (const text of ['Ctrl+K', 'Ctrl+Enter', 'N']) within(dialog).getByText(text);
    const layer = (element: Element | null) =>
      Number(getComputedStyle(element?.closest('.MuiModal-root') ?? document.body).zIndex);
    const open = await screen.findByRole('dialog', { name: 'Task 7', hidden: true });
    expect(layer(dialog)).toBe(layer(open));
    expect(open.compareDocumentPosition(dialog)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.keyboard('c');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Shortcuts' })).toBeNull());
    expect(stub.calls.filter(({ method }) => method === 'PUT')).toHaveLength(0);
    expect(tab.url()).toContain('task=7');
  });

  it('UI-190 ? shows all shortcuts on a page without a panel, but types in a field', async () => {
    openAt(LIST);
    await userEvent.click(await screen.findByRole('searchbox', { name: 'Search these tasks' }));
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.tab();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Shortcuts' })).toBeTruthy();
  });
});
