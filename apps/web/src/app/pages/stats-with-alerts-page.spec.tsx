import type { Alert } from '@portal/contracts/alerts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { done, stat } from '../../testing/custom-stats';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const AT = '2026-06-01T10:00:00.000Z';
const ALERT: Alert = {
  ...{ id: 4, project_id: 1, name: 'Rework by batch', stat_id: 1, stat_name: 'Stat 1' },
  ...{
    number: null,
    take: 'value',
    column_name: 'rate',
    key_column: 'batch',
    parameters: {},
    days: null,
  },
  ...{ condition: 'above', limit_value: 20, fires_after: 3, recovers_after: 1 },
  ...{ user_ids: [5], role_ids: [], pod_ids: [], slack_channel: null, slack_problem: null },
  ...{ is_active: true, muted_until: null },
  ...{ owner: 'Ann', state: 'firing', reason: null, evaluated_at: AT, revision: 12 },
  keys: [
    { key: '12', state: 'firing', evaluations: 0, value: 31, since: AT },
    { key: '13', state: 'ok', evaluations: 0, value: 5, since: '2026-05-01T10:00:00.000Z' },
  ],
  ...{ version: 3, created_at: AT, updated_at: AT },
};

const ALERTS = 'GET /api/v1/projects/1/alerts/';

beforeEach(() => {
  serveShell(stub);
  signInAs(grant(1, 'project-admin'));
  stub.on('GET /api/v1/projects/1/custom-stats/', () => ({ json: [stat(1), stat(2)] }));
  stub.on('POST /api/v1/projects/1/custom-stats/bulk-execute', () => ({
    json: { results: [done(1), done(2)] },
  }));
  stub.on(ALERTS, () => ({ json: [ALERT] }));
});

const section = (name: string) => screen.findByRole('region', { name: `Alerts of ${name}` });

it('ALERTPAGE-10 the card of a statistic has its alerts with state, last change and link, and adds one on it', async () => {
  const none = { json: { items: [], total: 0, page: 1, size: 100, total_is_estimate: false } };
  stub.on('GET /api/v1/projects/1/users', () => refusal('forbidden', 403, 'No'));
  stub.on('GET /api/v1/auth/roles/', () => none);
  stub.on('GET /api/v1/pods/', () => none);
  stub.on('GET /api/v1/notifications/choices', () => refusal('forbidden', 403, 'No'));
  stub.on('POST /api/v1/projects/1/custom-stats/2/execute', () => ({ json: done(2) }));
  openAt('/custom-stats');
  const shown = within(await section(stat(1).name));
  await shown.findByText('Firing');
  shown.getByText(/Last change/);
  expect(shown.getByRole('link', { name: 'Rework by batch' }).getAttribute('href')).toBe(
    '/projects/1/alerts?alert=4',
  );
  expect(within(await section(stat(2).name)).queryByRole('link')).toBeNull();
  await press(`Add alert on ${stat(2).name}`);
  const form = within(await screen.findByRole('dialog'));
  const source = await form.findByRole('combobox', { name: /Looks at/ });
  await waitFor(() => expect(source.textContent).toBe(stat(2).name));
});

it('ALERTPAGE-10 those who do not manage see the alerts alone, and a failure can be tried again', async () => {
  signInAs(grant(1));
  stub.on(ALERTS, () => refusal('unavailable', 500, 'No'));
  openAt('/custom-stats');
  const failed = within(await section(stat(2).name));
  await failed.findByText('Failed to load the alerts');
  stub.on(ALERTS, () => ({ json: [ALERT] }));
  failed.getByRole('button', { name: 'Try Again' }).click();
  await screen.findByRole('link', { name: 'Rework by batch' });
  expect(screen.queryByRole('region', { name: `Alerts of ${stat(2).name}` })).toBeNull();
  expect(screen.queryByRole('button', { name: /Add alert/ })).toBeNull();
});
