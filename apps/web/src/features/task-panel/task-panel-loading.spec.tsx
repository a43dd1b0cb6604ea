import { taskDetailSchema } from '@portal/contracts/task-detail';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { sampleOf } from '../../testing/sample';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';

const part = vi.hoisted(() => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  return { loaded, load: () => load() };
});
vi.mock('./claim-bar', async (importOriginal) => {
  await part.loaded;
  return await importOriginal();
});

const stub = stubServer();

it('UI-179 the panel stays while a part of it loads', async () => {
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1, 'pod-info-public-view', 'trainer-feedback-add'));
  stub.on('GET /api/v1/tasks/7', () => ({
    json: {
      ...sampleOf(taskDetailSchema),
      ...{ turing_task_id: 7, project_id: 1, project_name: 'Atlas', batch_name: 'Spring' },
      ...{ revision: 1, status: 'completed', may_claim: true, claim: null },
    },
  }));
  openAt('/about?task=7');
  const panel = await screen.findByRole('dialog', { name: 'Task 7' });
  await within(panel).findByLabelText('Loading the task');
  await expect.poll(() => stub.callsOf('GET /api/v1/tasks/7').length).toBe(1);
  // A part that is not there yet takes neither the panel nor its buttons away.
  expect(await screen.findByRole('dialog', { name: 'Task 7' })).toBe(panel);
  within(panel).getByRole('button', { name: 'Close' });
  part.load();
  await within(panel).findByRole('link', { name: 'Spring' });
  within(panel).getByRole('button', { name: /Claim/ });
});
