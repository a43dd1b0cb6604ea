import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { paths } from '../../lib/paths';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { userTask, userTasks } from '../../testing/user-tasks';

const part = vi.hoisted(() => ({ isGone: true }));
vi.mock('../../features/task-panel/task-panel', () => ({
  get TaskPanel() {
    if (part.isGone) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ taskId }: { taskId: number | null }) => <p>Panel of {taskId}</p>;
  },
}));

const stub = stubServer();
const EMAIL = 'tess@example.com';
const PAGE = `${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-09`;

it('UI-179 WEB-126 a panel that cannot be loaded is closed with a toast, and opens the next time', async () => {
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1, 'pod-info-public-view'));
  stub.on(`GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}`, () => ({
    json: userTasks([userTask(7)]),
  }));
  const tab = openAt(PAGE);
  await userEvent.click(await screen.findByRole('link', { name: '7' }));
  await screen.findByText('This could not be shown');
  await waitFor(() => expect(tab.url()).toBe(PAGE));
  expect(screen.queryByText('This part could not be shown.')).toBeNull();
  part.isGone = false;
  await userEvent.click(screen.getByRole('link', { name: '7' }));
  await screen.findByText('Panel of 7');
});
