import { type Alert, alertMuteSchema } from '@portal/contracts/alerts';
import type { Choices } from '@portal/contracts/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { result, stat } from '../../testing/custom-stats';
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
  ...{ id: 4, project_id: 1, name: 'Rework by batch', stat_id: 7, stat_name: 'Rework' },
  ...{
    number: null,
    take: 'value',
    column_name: 'rate',
    key_column: 'batch',
    parameters: {},
    days: null,
  },
  ...{ condition: 'above', limit_value: 20, fires_after: 3, recovers_after: 1 },
  ...{
    user_ids: [5],
    role_ids: [],
    pod_ids: [2, 3],
    slack_channel: null,
    slack_problem: null,
    is_active: true,
    muted_until: null,
  },
  ...{ owner: 'Ann', state: 'firing', reason: null, evaluated_at: AT, revision: 12 },
  keys: [
    { key: '12', state: 'firing', evaluations: 0, value: 31, since: AT },
    { key: '13', state: 'pending', evaluations: 2, value: 25, since: AT },
  ],
  ...{ version: 3, created_at: AT, updated_at: AT },
};
const RESULT = result({
  stat_id: 7,
  columns: [
    { name: 'batch', type: 'text' },
    { name: 'rate', type: 'numeric' },
  ],
});
const CHOICES: Choices = {
  ...{ choices: [], time_zone: 'UTC', quiet_from: 20, quiet_to: 8, daily_at: 9 },
  channels: [{ channel: 'slack', is_set_up: false, problem: null }],
};
let alerts: Alert[];

beforeEach(() => {
  serveShell(stub);
  signInAs(grant(1, 'project-admin'));
  alerts = [ALERT];
  stub.on('GET /api/v1/projects/1/alerts/', () => ({ json: alerts }));
  stub.on('GET /api/v1/projects/1/alerts/4/history', () => ({
    json: {
      items: [
        {
          ...{ id: 9, at: AT, key: '12', state: 'firing', value: 31, reason: null, revision: 12 },
          ...{
            import_id: '00000000-0000-4000-8000-000000000001',
            import_name: 'may.json',
            by: null,
          },
        },
        {
          ...{ id: 8, at: AT, key: null, state: 'reset', value: null, revision: 11 },
          ...{ reason: 'The alert was changed', import_id: null, import_name: null, by: 'Ann' },
        },
      ],
      next: null,
    },
  }));
});

const PAGE = '/projects/1/alerts';
const card = async (name = ALERT.name) => within(await screen.findByRole('region', { name }));

describe('the page of alerts', () => {
  it('ALERTPAGE-1 shows what each looks at, its states, n of N, and who is told', async () => {
    openAt(PAGE);
    const shown = await card();
    shown.getByText('rate by batch of Rework is above 20 (fires after 3 evaluations)');
    expect(shown.getAllByText('Firing').length).toBeGreaterThan(0);
    const states = within(shown.getByRole('list', { name: 'States' }));
    states.getByText('12: 31 · Firing');
    states.getByText('13: 25 · Pending 2 of 3');
    shown.getByText(/Tells 1 person, 2 pods\./);
  });

  it('ALERTPAGE-2 says why one is suspended, and follows evaluations', async () => {
    openAt(PAGE);
    await card();
    alerts = [{ ...ALERT, state: 'suspended', reason: 'the column `rate` is gone', keys: [] }];
    await waitFor(() => expect(live.sockets.length).toBeGreaterThan(0));
    act(() => live.emitAnything('records-changed', { records: 'alert' }));
    await screen.findByText('the column `rate` is gone');
    screen.getByText('Suspended');
  });

  it('ALERTPAGE-3 has the history, open by the link of a notification, with imports and persons', async () => {
    openAt(`${PAGE}?alert=4`);
    const history = within(await screen.findByRole('list', { name: 'History' }));
    expect(history.getByRole('link', { name: 'may.json' }).getAttribute('href')).toBe(
      '/admin/tasks/00000000-0000-4000-8000-000000000001',
    );
    history.getByText('The alert was changed');
    history.getByText(/after a change by Ann/);
    await press('History');
    expect(screen.queryByRole('list', { name: 'History' })).toBeNull();
  });

  it('ALERTPAGE-4 mutes for a time, and unmutes', async () => {
    stub.on('POST /api/v1/projects/1/alerts/4/mute', ({ body }) => {
      const { until: muted_until } = alertMuteSchema.parse(JSON.parse(body));
      alerts = [{ ...ALERT, muted_until }];
      return { json: alerts[0] };
    });
    openAt(PAGE);
    const shown = await card();
    await userEvent.click(shown.getByRole('combobox', { name: /Mute/ }));
    await userEvent.click(screen.getByRole('option', { name: '8 hours' }));
    await screen.findByText(/Muted until/);
    await press('Unmute');
    await waitFor(() => expect(screen.queryByText(/Muted until/)).toBeNull());
  });

  it('ALERTPAGE-5 is read-only for others, and says so when there is none', async () => {
    signInAs(grant(1));
    openAt(PAGE);
    const shown = await card();
    expect(shown.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New alert' })).toBeNull();
    shown.getByRole('button', { name: 'History' });
  });

  it('ALERTPAGE-8 shows managers why a Slack channel gets nothing, and sends a test there', async () => {
    const problem = 'The Slack channel is archived';
    alerts = [{ ...ALERT, slack_channel: '#quality', slack_problem: problem }];
    let tests = 0;
    stub.on('POST /api/v1/projects/1/alerts/4/test', () => {
      tests++;
      return { status: 201, json: { id: '00000000-0000-4000-8000-000000000002' } };
    });
    openAt(PAGE);
    const shown = await card();
    shown.getByText(/Tells 1 person, 2 pods, the Slack channel #quality\./);
    shown.getByText(`Slack channel #quality: ${problem}`);
    await press('Send a test');
    await screen.findByText('A test goes out to the channel');
    expect(tests).toBe(1);
    alerts = [{ ...ALERT, slack_channel: '#quality' }];
    await waitFor(() => expect(live.sockets.length).toBeGreaterThan(0));
    act(() => live.emitAnything('records-changed', { records: 'alert' }));
    await waitFor(() => expect(screen.queryByText(/is archived/)).toBeNull());
    screen.getByRole('button', { name: 'Send a test' });
  });

  it('ALERTPAGE-6 offers to try again after a failure, and an empty page says what alerts are', async () => {
    stub.on('GET /api/v1/projects/1/alerts/', () => refusal('forbidden', 403, 'No'));
    openAt(PAGE);
    await screen.findByText('Failed to load the alerts');
    stub.on('GET /api/v1/projects/1/alerts/', () => ({ json: [] }));
    await press('Try Again');
    await screen.findByText('An alert tells people when a number is over its limit.');
  });
});

describe('the form of an alert', () => {
  beforeEach(() => {
    const none = { json: { items: [], total: 0, page: 1, size: 100, total_is_estimate: false } };
    stub.on('GET /api/v1/projects/1/custom-stats/', () => ({ json: [] }));
    stub.on('GET /api/v1/projects/1/users', () => refusal('forbidden', 403, 'No'));
    stub.on('GET /api/v1/auth/roles/', () => none);
    stub.on('GET /api/v1/pods/', () => none);
    stub.on('GET /api/v1/notifications/choices', () => ({ json: CHOICES }));
  });

  it('ALERTPAGE-5 ALERTPAGE-7 asks only for what a number needs, and sends it', async () => {
    alerts = [];
    const sent: unknown[] = [];
    stub.on('POST /api/v1/projects/1/alerts/', ({ body }) => {
      sent.push(JSON.parse(body));
      return { status: 201, json: ALERT };
    });
    openAt(PAGE);
    await press('New alert');
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Waiting');
    await userEvent.click(form.getByRole('combobox', { name: /Looks at/ }));
    await userEvent.click(screen.getByRole('option', { name: 'Tasks that wait for a review' }));
    expect(form.queryByRole('textbox', { name: /Column/ })).toBeNull();
    await userEvent.click(form.getByRole('button', { name: /Create|Save/ }));
    await form.findByText('Days are required');
    await userEvent.type(form.getByRole('spinbutton', { name: /Days/ }), '3');
    await userEvent.type(form.getByRole('spinbutton', { name: /Limit/ }), '10');
    await userEvent.click(form.getByRole('button', { name: /Create|Save/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      ...{ name: 'Waiting', number: 'waiting_reviews', stat_id: null, days: 3 },
      ...{ condition: 'above', limit_value: 10, fires_after: 1, user_ids: [] },
    });
  });

  it('ALERTPAGE-8 says that Slack is not set up, and what a channel looks like', async () => {
    openAt(PAGE);
    await press('New alert');
    const form = within(await screen.findByRole('dialog'));
    await form.findByText(/Slack is not set up in the portal/);
    await userEvent.type(form.getByRole('textbox', { name: 'Slack channel' }), 'quality');
    await userEvent.click(form.getByRole('button', { name: /Create|Save/ }));
    await form.findByText(/Slack channel must be the ID of a channel, such as C0123456789/);
  });

  it('ALERTPAGE-9 offers the columns of the statistic, takes a typed one, and refuses one that is not there', async () => {
    stub.on('GET /api/v1/projects/1/custom-stats/', () => ({
      json: [stat(7, { name: 'Rework' })],
    }));
    stub.on('POST /api/v1/projects/1/custom-stats/7/execute', () => ({ json: RESULT }));
    const sent: unknown[] = [];
    stub.on('POST /api/v1/projects/1/alerts/', ({ body }) => {
      sent.push(JSON.parse(body));
      return { status: 201, json: ALERT };
    });
    openAt(PAGE);
    await press('New alert');
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Rework');
    await userEvent.click(form.getByRole('combobox', { name: /Looks at/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Rework' }));
    const column = form.getByRole('combobox', { name: /Column/ });
    await userEvent.click(column);
    await screen.findByRole('option', { name: 'rate' });
    expect(screen.queryByRole('option', { name: 'batch' })).toBeNull();
    await userEvent.type(column, 'share');
    await userEvent.type(form.getByRole('spinbutton', { name: /Limit/ }), '10');
    await userEvent.click(form.getByRole('button', { name: /Create|Save/ }));
    await form.findByText('Column is not in the result of the statistic');
    await userEvent.clear(column);
    await userEvent.type(column, 'batch');
    await form.findByText('Column has no numbers');
    await userEvent.clear(column);
    await userEvent.click(await screen.findByRole('option', { name: 'rate' }));
    await userEvent.click(form.getByRole('combobox', { name: /For each/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'batch' }));
    await userEvent.click(form.getByRole('button', { name: /Create|Save/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ stat_id: 7, column_name: 'rate', key_column: 'batch' });
  });

  it('UI-186 goes to the first field that is wrong, also to one that a choice has just added', async () => {
    stub.on('GET /api/v1/projects/1/custom-stats/', () => ({
      json: [stat(7, { name: 'Rework' })],
    }));
    stub.on('POST /api/v1/projects/1/custom-stats/7/execute', () => ({ json: RESULT }));
    openAt(PAGE);
    await press('New alert');
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Rework');
    await userEvent.click(form.getByRole('combobox', { name: /Looks at/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Rework' }));
    const column = form.getByRole('combobox', { name: /Column/ });
    await userEvent.click(form.getByRole('button', { name: /Create|Save/ }));
    await form.findByText('Limit is required');
    await waitFor(() => expect(document.activeElement).toBe(column));
  });

  it('ALERTPAGE-11 has the filters of a statistic with parameters, and says which an alert has', async () => {
    const sent: unknown[] = [];
    stub.on('GET /api/v1/projects/1/custom-stats/', () => ({
      json: [stat(7, { name: 'Rework', parameters: ['start_date'] })],
    }));
    stub.on('POST /api/v1/projects/1/custom-stats/7/execute', () => ({ json: RESULT }));
    stub.on('PUT /api/v1/projects/1/alerts/4', ({ body }) => {
      sent.push(JSON.parse(body));
      return { json: ALERT };
    });
    alerts = [{ ...ALERT, parameters: { start_date: '2026-01-05', batch_ids: [2, 3] } }];
    openAt(PAGE);
    const shown = await card();
    shown.getByText(/of Rework \(days from .*, 2 batches\) is above 20/);
    await userEvent.click(shown.getByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog'));
    const filters = within(await form.findByRole('region', { name: 'Filters of the statistic' }));
    expect(filters.queryByRole('group', { name: 'Batches' })).toBeNull();
    await userEvent.click(filters.getByRole('button', { name: 'All Time' }));
    await userEvent.click(form.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(sent).toEqual([{ parameters: { batch_ids: [2, 3] } }]));
  });

  it('ALERTPAGE-5 ALERTPAGE-7 sends what an edit changes, with the version, and deletes after a question', async () => {
    const sent: unknown[] = [];
    stub.on('PUT /api/v1/projects/1/alerts/4', ({ body, headers }) => {
      sent.push([JSON.parse(body), headers['if-match']]);
      return { json: { ...ALERT, limit_value: 30 } };
    });
    stub.on('DELETE /api/v1/projects/1/alerts/4', () => {
      alerts = [];
      return { status: 204 };
    });
    openAt(PAGE);
    await card();
    await press('Edit');
    const form = within(await screen.findByRole('dialog'));
    const limit = await form.findByRole('spinbutton', { name: /Limit/ });
    await userEvent.clear(limit);
    await userEvent.type(limit, '30');
    await userEvent.click(form.getByRole('button', { name: /Save|Update/ }));
    await waitFor(() => expect(sent).toEqual([[{ limit_value: 30 }, '"3"']]));
    await press('Delete');
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No alerts');
  });
});
