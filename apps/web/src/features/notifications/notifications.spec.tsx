import type { Notification } from '@portal/contracts/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const told = (n: number, changes: Partial<Notification> = {}): Notification => ({
  ...{ id: `00000000-0000-8000-8000-00000000000${n}`, kind: 'feedback', things: 1, task_ids: [n] },
  lines: [],
  ...{ text: `Rita wrote feedback on task ${n}.`, why: 'You are told because the task is yours.' },
  ...{ link: `/about?task=${n}`, created_at: `2026-06-0${n}T10:00:00.000Z`, read_at: null },
  ...changes,
});
let items: Notification[];

beforeEach(() => {
  serveShell(stub);
  stub.on('GET /api/v1/notifications/digests', () => ({ json: { items: [] } }));
  signInAs(grant(1));
  items = [
    told(3),
    told(2, {
      ...{ things: 25, task_ids: [7, 8], text: '25 tasks of yours came back for rework.' },
    }),
    told(1, { read_at: '2026-06-01T11:00:00.000Z' }),
  ];
  stub.on('GET /api/v1/notifications', ({ url }) => {
    const show = new URL(url, 'http://portal').searchParams.get('show');
    const shown = items.filter(
      ({ read_at: at }) => show === 'all' || (at === null) === (show === 'unread'),
    );
    return {
      json: { items: shown, next: null, unread: items.filter((one) => !one.read_at).length },
    };
  });
});

const requests = () => stub.callsOf('GET /api/v1/notifications').length;

describe('the bell', () => {
  it('TELLPAGE-1 has the pushed count of what is unread, and leads to it', async () => {
    openAt('/about');
    const bell = await screen.findByRole('link', { name: 'Notifications' });
    await waitFor(() => expect(live.sockets.length).toBeGreaterThan(0));
    live.emitAnything('notifications-changed', { unread: 3 });
    expect(await screen.findByRole('link', { name: 'Notifications, 3 unread' })).toBe(bell);
    live.emitAnything('notifications-changed', { unread: 120 });
    await screen.findByRole('link', { name: 'Notifications, 99+ unread' });
    expect(bell.getAttribute('href')).toBe('/notifications');
  });
});

describe('the page of notifications', () => {
  it('TELLPAGE-2 lists them by day, each with its link, its tasks and why', async () => {
    openAt('/notifications');
    const day = within(await screen.findByRole('region', { name: 'Jun 02, 2026' }));
    const link = day.getByRole('link', { name: '25 tasks of yours came back for rework.' });
    expect(link.getAttribute('href')).toBe('/about?task=2');
    expect(day.getByRole('link', { name: '8' })).toBeTruthy();
    expect(day.getByText('and 23 more')).toBeTruthy();
    expect(day.getByText(/because the task is yours/)).toBeTruthy();
    expect(screen.getByText('2 are unread. They are kept for 90 days.')).toBeTruthy();
  });

  it('TELLPAGE-3 shows the unread or the read ones, as the URL says', async () => {
    const tab = openAt('/notifications?show=read');
    await screen.findByText('Rita wrote feedback on task 1.');
    expect(screen.queryByText('Rita wrote feedback on task 3.')).toBeNull();
    await press('Unread');
    await screen.findByText('Rita wrote feedback on task 3.');
    expect(tab.url()).toBe('/notifications?show=unread');
  });

  it('TELLPAGE-4 marks one or all as read', async () => {
    const [newest] = items;
    const read = () => {
      items = items.map((one) => ({ ...one, read_at: '2026-06-09T10:00:00.000Z' }));
      return { json: { unread: 0 } };
    };
    stub.on(`POST /api/v1/notifications/${newest?.id ?? ''}/read`, () => {
      items = items.map((one, place) => (place === 0 ? { ...one, read_at: one.created_at } : one));
      return { json: { unread: 1 } };
    });
    stub.on('POST /api/v1/notifications/read', read);
    openAt('/notifications');
    await press('Mark as read: Rita wrote feedback on task 3.');
    await screen.findByText('1 is unread. They are kept for 90 days.');
    await press('Mark all as read');
    await screen.findByText('0 are unread. They are kept for 90 days.');
    const [call] = stub.callsOf('POST /api/v1/notifications/read');
    expect(JSON.parse(call?.body ?? '')).toEqual({ until: newest?.created_at });
  });

  it('TELLPAGE-5 follows what is told while it is open', async () => {
    openAt('/notifications');
    await screen.findByText('Rita wrote feedback on task 3.');
    await waitFor(() => expect(live.sockets.length).toBeGreaterThan(0));
    const before = requests();
    items = [told(4), ...items];
    live.emitAnything('notifications-changed', { unread: 3 });
    await screen.findByText('Rita wrote feedback on task 4.');
    expect(requests()).toBeGreaterThan(before);
  });

  it('TELLPAGE-6 says that nothing was told, or that it could not be loaded', async () => {
    items = [];
    openAt('/notifications');
    await screen.findByText('Nothing was told to you in the last 90 days');
    stub.on('GET /api/v1/notifications', () => refusal('internal', 500, 'It broke'));
    await press('Read');
    await screen.findByText('It broke');
  });
});

describe('what became of a notification', () => {
  it('TELLPAGE-7 is said for each channel, when its user asks', async () => {
    stub.on('GET /api/v1/notifications/00000000-0000-8000-8000-000000000003/deliveries', () => ({
      json: {
        items: [
          {
            channel: 'slack',
            state: 'failed',
            due_at: null,
            sent_at: null,
            reason: 'Nobody there',
          },
          {
            channel: 'email',
            state: 'sent',
            due_at: null,
            sent_at: '2026-06-03T11:00:00.000Z',
            reason: null,
          },
        ],
      },
    }));
    openAt('/notifications');
    await press('Slack and e-mail: Rita wrote feedback on task 3.');
    await screen.findByText('Slack: could not be sent. Nobody there.');
    expect(screen.getByText(/^E-mail: sent at/)).toBeTruthy();
  });
});

describe('the page of choices', () => {
  const choices = (how: string) => ({
    choices: ['slack', 'email'].map((channel) => ({
      ...{ kind: 'feedback', channel, how: channel === 'slack' ? how : 'off' },
    })),
    channels: [
      { channel: 'slack', is_set_up: true, problem: 'Slack knows nobody' },
      { channel: 'email', is_set_up: false, problem: null },
    ],
    ...{ time_zone: 'Europe/Berlin', quiet_from: 20, quiet_to: 8, daily_at: 9 },
  });

  it('TELLPAGE-8 chooses what goes out by each channel that is set up', async () => {
    let how = 'now';
    stub.on('GET /api/v1/notifications/choices', () => ({ json: choices(how) }));
    stub.on('PUT /api/v1/notifications/choices/feedback/slack', ({ body }) => {
      ({ how } = JSON.parse(body) as { how: string });
      return { json: choices(how) };
    });
    openAt('/notifications/choices');
    await screen.findByText('Not set up in this portal');
    expect(screen.getByText('Slack knows nobody')).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Choices' }));
    const [slack, email] = list.getAllByRole('combobox');
    expect(email?.getAttribute('aria-disabled')).toBe('true');
    if (slack) await userEvent.click(slack);
    await userEvent.click(await screen.findByRole('option', { name: 'Daily' }));
    await waitFor(() => expect(slack?.textContent).toBe('Daily'));
    expect(stub.callsOf('PUT /api/v1/notifications/choices/feedback/slack')).toHaveLength(1);
  });

  it('DIGEST-7 lists the digests, adds one of a project or pod, and removes one', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    stub.on('GET /api/v1/notifications/choices', () => ({ json: choices('now') }));
    const own = { id: 1, every: 'day', project_id: null, project_name: null, pod_name: null };
    let digests = [{ ...own, is_sent: true }];
    stub.on('GET /api/v1/notifications/digests', () => ({ json: { items: digests } }));
    stub.on('GET /api/v1/pods/', () => ({
      json: { items: [{ name: 'Orion' }], total: 1, page: 1, size: 100, total_is_estimate: false },
    }));
    stub.on('POST /api/v1/notifications/digests', () => ({
      status: 201,
      json: { items: digests },
    }));
    stub.on('DELETE /api/v1/notifications/digests/1', () => {
      digests = [];
      return { status: 204 };
    });
    openAt('/notifications/choices');
    await screen.findByText('Your work, daily');
    await userEvent.click(screen.getByRole('combobox', { name: 'Digest of' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Project 1' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Pod' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Orion' }));
    await press('Add');
    await waitFor(() =>
      expect(stub.callsOf('POST /api/v1/notifications/digests').map(({ body }) => body)).toEqual([
        '{"every":"day","pod_name":"Orion"}',
      ]),
    );
    await press('Remove: Your work, daily');
    await waitFor(() => expect(screen.queryByText('Your work, daily')).toBeNull());
  });

  it('TELLPAGE-9 sends a test by a channel that is set up', async () => {
    stub.on('GET /api/v1/notifications/choices', () => ({ json: choices('now') }));
    stub.on('POST /api/v1/notifications/test', () => ({
      status: 201,
      json: { id: '00000000-0000-8000-8000-000000000009' },
    }));
    openAt('/notifications/choices');
    await press('Send a test by Slack');
    await screen.findByText('A test is on its way');
    expect(stub.callsOf('POST /api/v1/notifications/test').map(({ body }) => body)).toEqual([
      '{"channel":"slack"}',
    ]);
    expect(screen.queryByRole('button', { name: 'Send a test by E-mail' })).toBeNull();
  });
});
