import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { listMeta, field, page, serveWidgets } from '../../testing/lists';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { setNarrow } from '../../testing/window';

const stub = stubServer();
new LiveServer().attach(stub.server);

const ORDER = [
  ...['Projects', 'Custom Stats', 'Tasks', 'Users', 'API Tokens'],
  ...['Roles', 'Permissions', 'Pods', 'Pod Members', 'Weekly Targets', 'Review Reasons'],
  ...['Audit', 'System'],
];

beforeEach(() => {
  serveShell(stub);
  serveWidgets(stub);
});

const sidebar = async () => {
  const nav = await screen.findByRole('navigation', { name: 'Administration' });
  return within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
};

it('ADM-1 lists the pages of the administration in order', async () => {
  signInAs(grant(0, 'full-access'));
  openAt('/admin/pods');
  expect(await sidebar()).toEqual(ORDER);
});

it('ADM-1 lists only what the user may open', async () => {
  signInAs(grant(1, 'admin-view', 'pod-manage'));
  openAt('/admin/pods');
  expect(await sidebar()).toEqual(['Pods']);
});

it('ADM-1 has them in a row above the page on narrow screens', async () => {
  setNarrow();
  signInAs(grant(1, 'admin-view', 'pod-manage', 'pod-manage-members'));
  openAt('/admin/pods');
  const nav = within(await screen.findByRole('navigation', { name: 'Administration' }));
  expect(nav.getByRole('link', { name: 'Pods' }).getAttribute('aria-current')).toBe('page');
  expect(nav.getByRole('link', { name: 'Pod Members' })).toBeTruthy();
});

it('PODPAGE-32 names pods by links, for users who may open them', async () => {
  const fields = [field('name', { required: true, searchable: true })];
  stub.on('GET /api/v1/pods/_meta', () => ({
    json: listMeta({ base: '/pods/', label: 'Pod', label_plural: 'Pods', fields }),
  }));
  stub.on('GET /api/v1/pods/', () => page([{ id: 5, name: 'A / B', version: 'p5' }]));
  signInAs(grant(1, 'admin-view', 'pod-manage'));
  const tab = openAt('/admin/pods');
  expect(await screen.findByText('A / B')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'A / B' })).toBeNull();
  signInAs(grant(1, 'admin-view', 'pod-manage', 'pod-info-public-view'));
  const link = await screen.findByRole('link', { name: 'A / B' });
  expect(link.getAttribute('href')).toBe('/pods/A%20%2F%20B');
  expect(tab.url()).toBe('/admin/pods');
});

it('PODPAGE-33 opens a new pod, so that its people can be added', async () => {
  const fields = [field('name', { required: true, searchable: true })];
  stub.on('GET /api/v1/pods/_meta', () => ({
    json: listMeta({ base: '/pods/', label: 'Pod', label_plural: 'Pods', fields }),
  }));
  stub.on('GET /api/v1/pods/', () => page([]));
  stub.on('POST /api/v1/pods/', () => ({
    status: 201,
    json: { id: 5, name: 'A / B', version: 'p5' },
  }));
  signInAs(grant(0, 'full-access'));
  const tab = openAt('/admin/pods?new=item');
  await userEvent.type(await screen.findByRole('textbox', { name: /name/i }), 'A / B');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(tab.url()).toBe('/pods/A%20%2F%20B/members'));
});

it('ADM-20 USER-41 shows the roles and pods of users with project names and colours, and links to profiles', async () => {
  const fields = [
    field('email', { required: true, searchable: true }),
    field('roles', { type: 'dict', read_only: true }),
    field('pods', { type: 'dict', read_only: true }),
    field('timezone', { nullable: true }),
    field('slack_id', { nullable: true }),
    field('global_role', { nullable: true }),
  ];
  stub.on('GET /api/v1/auth/users/_meta', () => ({
    json: listMeta({ base: '/auth/users/', label: 'User', label_plural: 'Users', fields }),
  }));
  const roles = { global: 'admin', 1: 'trainer', 99: 'reviewer' };
  stub.on('GET /api/v1/auth/users/', () =>
    page([
      {
        ...{ id: 5, email: 'ann@example.com', roles, pods: { Orion: 'lead' }, version: 'u5' },
        ...{ timezone: 'Europe/Berlin', slack_id: '', global_role: 'admin' },
      },
    ]),
  );
  signInAs(grant(0, 'full-access'));
  openAt('/admin/users');
  const colour = async (text: string) =>
    (await screen.findByText(text)).closest('[data-role-color]')?.getAttribute('data-role-color');
  expect(await colour('Global Access: admin')).toBe('red');
  expect(await colour('Project 1: trainer')).toBe('blue');
  expect(await colour('Invalid Key 99')).toBe('green');
  const link = screen.getByRole('link', { name: 'ann@example.com' });
  expect(link.getAttribute('href')).toBe('/admin/users/5/profile');
  // USER-41: pods with the role, and no column that is empty or said by another one.
  const pod = screen.getByRole('link', { name: 'Orion' });
  expect(pod.parentElement?.textContent).toBe('Orion (lead)');
  expect(screen.getByText('Europe/Berlin')).toBeTruthy();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.filter((head) => /slack|global/i.test(head))).toEqual([]);
});

it('ADM-144 lists the weekly targets of all pods from their metadata', async () => {
  const fields = [
    field('pod_name', { required: true, searchable: true }),
    field('daily_tasks_target', { type: 'integer', required: true }),
  ];
  const labels = { label: 'Weekly target', label_plural: 'Weekly targets' };
  stub.on('GET /api/v1/pod-weekly-targets/_meta', () => ({
    json: listMeta({ base: '/pod-weekly-targets/', ...labels, fields }),
  }));
  stub.on('GET /api/v1/pod-weekly-targets/', () =>
    page([{ id: 5, pod_name: 'Kestrel', daily_tasks_target: 12, version: 't5' }]),
  );
  signInAs(grant(1, 'admin-view', 'pod-targets-manage'));
  openAt('/admin/weekly-targets');
  expect(await sidebar()).toEqual(['Weekly Targets']);
  const row = await screen.findByRole('row', { name: /Kestrel/ });
  expect(row.textContent).toContain('12');
  expect(screen.getByRole('searchbox')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Create/ })).toBeTruthy();
});

it.each([
  { permission: 'user-manage', links: 1 },
  { permission: 'user-view', links: 0 },
] as const)('ADM-34 links $links times to onboarding with $permission', async (one) => {
  stub.on('GET /api/v1/auth/users/_meta', () => ({
    json: listMeta({ base: '/auth/users/', label: 'User', label_plural: 'Users', fields: [] }),
  }));
  stub.on('GET /api/v1/auth/users/', () => page([]));
  signInAs(grant(1, 'admin-view', 'user-view', one.permission));
  openAt('/admin/users');
  expect(await screen.findByText('No users yet')).toBeTruthy();
  const found = screen.queryAllByRole('link', { name: 'Onboard users' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: one.links }, () => '/admin/users/onboarding'),
  );
});

it('ADM-21 has the uploads and all tasks', async () => {
  stub.on('GET /api/v1/tasks/tasks-crud/_meta', () => ({
    json: listMeta({ base: '/tasks/tasks-crud/', label: 'Task', label_plural: 'Tasks' }),
  }));
  stub.on('GET /api/v1/tasks/tasks-crud/', () => page([]));
  signInAs(grant(1, 'admin-view', 'data-upload'));
  openAt('/admin/tasks');
  expect(await screen.findByText('Drop a task file here')).toBeTruthy();
  screen.getByRole('tab', { name: 'All tasks' }).click();
  expect(await screen.findByText('No tasks yet')).toBeTruthy();
});

it('UI-151 names the batches of tasks, and shows the number of one without a name', async () => {
  const fields = [field('turing_task_id'), field('turing_batch_id', { label: 'Batch ID' })];
  stub.on('GET /api/v1/tasks/tasks-crud/_meta', () => ({
    json: listMeta({ base: '/tasks/tasks-crud/', label: 'Task', label_plural: 'Tasks', fields }),
  }));
  const row = { project_id: 1, version: 't' };
  stub.on('GET /api/v1/tasks/tasks-crud/', () =>
    page([
      { turing_task_id: 41, turing_batch_id: 9_007_199_254_740_991, ...row },
      { turing_task_id: 42, turing_batch_id: 8, ...row },
    ]),
  );
  stub.on('GET /api/v1/tasks/batches/', () =>
    page([{ project_id: 1, turing_batch_id: 9_007_199_254_740_991, name: 'May', version: 'b' }]),
  );
  signInAs(grant(1, 'admin-view', 'data-upload'));
  openAt('/admin/tasks/all');
  expect(await screen.findByTitle('Batch number 9007199254740991')).toBeTruthy();
  expect(await screen.findByText('May')).toBeTruthy();
  expect(screen.getByText('8')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: /^Batch$/ })).toBeTruthy();
  expect(stub.callsOf('GET /api/v1/tasks/batches/')).toHaveLength(1);
});

it('UI-146 leads from each task to its history, also without the audit', async () => {
  stub.on('GET /api/v1/tasks/tasks-crud/_meta', () => ({
    json: listMeta({
      ...{ base: '/tasks/tasks-crud/', label: 'Task', label_plural: 'Tasks', audit_entity: 'task' },
      fields: [field('status')],
    }),
  }));
  stub.on('GET /api/v1/tasks/tasks-crud/', () => page([{ id: 41, status: 'done', version: 't' }]));
  signInAs(grant(1, 'admin-view', 'data-upload'));
  openAt('/admin/tasks/all');
  const link = await screen.findByRole('link', { name: /^History of / });
  expect(link.getAttribute('href')).toBe('/admin/tasks/all/41/history');
});
