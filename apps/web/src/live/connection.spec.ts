import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { LiveServer, dashboardState, roomState } from '../testing/live-server';
import { openConnection, type ConnectionHost, type LiveConnection } from './connection';
import { type AnyState, statesOfRoom } from './pushed-states';
import { Rooms } from './rooms';

let server: LiveServer;
let rooms: Rooms;
let connection: LiveConnection | undefined;
let token: string | undefined;
let events: string[];
let taken: AnyState[];
let answers: unknown[];

function host(): ConnectionHost {
  return {
    url: server.url,
    rooms,
    token: () => token,
    refresh: (spent) => {
      events.push(`refresh ${spent}`);
      if (token === spent) token = `${spent}+`;
      return Promise.resolve(token);
    },
    connected: () => events.push('connected'),
    lost: () => events.push('lost'),
    take: (entry) => taken.push(entry),
    answered: (room, answer) => answers.push([room.project_id, answer]),
    left: (room) => answers.push([room.project_id, 'left']),
    permissionsChanged: () => events.push('permissions-changed'),
    notificationsChanged: (unread) => events.push(`unread ${unread}`),
    tableChanged: (records) => events.push(`changed ${records}`),
    closed: ({ pod_name, code }) => events.push(`closed ${pod_name} ${code}`),
  };
}

function connect(): LiveConnection {
  connection = openConnection(host());
  return connection;
}

const until = (check: () => void) => vi.waitFor(check, { timeout: inject('waitMs'), interval: 10 });
const times = (event: string) => events.filter((each) => each === event).length;
const revisions = () =>
  taken.filter(({ topic }) => topic === 'dashboard-changed').map(({ state }) => state.revision);

beforeEach(async () => {
  server = new LiveServer();
  await server.start();
  rooms = new Rooms();
  token = 'token';
  events = [];
  taken = [];
  answers = [];
});

afterEach(async () => {
  vi.useRealTimers();
  connection?.close();
  connection = undefined;
  await server.stop();
});

describe('live connection', () => {
  it('WEB-153 connects anew after the browser had stopped the page, though the socket looks alive', async () => {
    rooms.want({ project_id: 1 });
    const live = connect();
    await until(() => expect(server.payloadsOf('subscribe')).toHaveLength(1));
    live.renew();
    expect(events.at(-1)).toBe('lost');
    await until(() => expect(times('connected')).toBe(2));
    await until(() => expect(server.payloadsOf('subscribe')).toHaveLength(2));
  });

  it('WEB-67 gives up the transport when the browser is offline, and reconnects', async () => {
    rooms.want({ project_id: 1 });
    const live = connect();
    await until(() => expect(times('connected')).toBe(1));
    live.drop();
    expect(events.at(-1)).toBe('lost');
    live.retry();
    await until(() => expect(times('connected')).toBe(2));
    await until(() => expect(server.payloadsOf('subscribe')).toHaveLength(2));
  });

  it('WEB-20 connects once with the token and applies the state of each subscription', async () => {
    rooms.want({ project_id: 1 });
    connect();
    await until(() => expect(revisions()).toEqual([1]));
    expect(server.tokens).toEqual(['token']);
    expect(server.sockets).toHaveLength(1);
    expect(taken).toEqual(statesOfRoom(roomState(1, 1)));
    expect(events).toEqual(['lost', 'connected']);
  });

  it('WEB-20 applies pushed states, and subscribes to rooms that are requested later', async () => {
    connect();
    await until(() => expect(times('connected')).toBe(1));
    rooms.want({ project_id: 2, pod_name: 'Pod A' });
    await until(() =>
      expect(server.payloadsOf('subscribe')).toEqual([{ project_id: 2, pod_name: 'Pod A' }]),
    );
    // A push in the same packet as the acknowledgement is handled before it.
    await until(() => expect(revisions()).toEqual([1]));
    server.sockets[0]?.emit('dashboard-changed', dashboardState(2, 9));
    await until(() => expect(revisions()).toEqual([1, 9]));
  });

  it('WEB-21 drops a pushed state that does not match the contract', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    connect();
    await until(() => expect(times('connected')).toBe(1));
    server.emitAnything('dashboard-changed', { ...dashboardState(1, 2), totals: {} });
    server.sockets[0]?.emit('dashboard-changed', dashboardState(1, 3));
    await until(() => expect(revisions()).toEqual([3]));
    expect(log).toHaveBeenCalledOnce();
  });

  it('WEB-23 subscribes to every wanted room again after a lost connection', async () => {
    rooms.want({ project_id: 1 });
    const release = rooms.want({ project_id: 2 });
    connect();
    await until(() => expect(revisions()).toEqual([1, 1]));
    await server.stop();
    await until(() => expect(times('lost')).toBeGreaterThan(1));
    release();
    server.heard.length = 0;
    server.subscribeAck = ({ project_id }) => ({
      ok: true,
      epoch: '',
      revision: 7,
      state: roomState(project_id, 7),
    });
    await server.start();
    await until(() => expect(revisions()).toEqual([1, 1, 7]));
    expect(server.payloadsOf('subscribe')).toEqual([{ project_id: 1 }]);
    expect(times('connected')).toBe(2);
  });

  it('WEB-23 retries immediately on request', async () => {
    const live = connect();
    await until(() => expect(times('connected')).toBe(1));
    await server.stop();
    await until(() => expect(times('lost')).toBeGreaterThan(1));
    await server.start();
    live.retry();
    await until(() => expect(times('connected')).toBe(2));
  });

  it('WEB-23 retries a subscription after an outage, not after a refusal', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    server.subscribeAck = ({ project_id }) =>
      project_id === 1
        ? { ok: false, code: 'not-found', detail: 'Not here' }
        : { ok: false, code: 'unavailable', detail: 'Later' };
    rooms.want({ project_id: 1 });
    rooms.want({ project_id: 2 });
    connect();
    await until(() => expect(server.payloadsOf('subscribe')).toHaveLength(2));
    server.subscribeAck = ({ project_id }) => ({
      ok: true,
      epoch: '',
      revision: 4,
      state: roomState(project_id, 4),
    });
    await until(() => expect(revisions()).toEqual([4]));
    expect(server.payloadsOf('subscribe')).toEqual([
      { project_id: 1 },
      { project_id: 2 },
      { project_id: 2 },
    ]);
    expect(answers).toEqual([
      [1, { ok: false, detail: 'Not here' }],
      [2, { ok: false, detail: 'Later' }],
      [2, { ok: true }],
    ]);
  });

  it('WEB-24 refreshes the session when the token is about to expire, and sends the new token', async () => {
    const live = connect();
    await until(() => expect(times('connected')).toBe(1));
    server.sockets[0]?.emit('refresh-token');
    await until(() => expect(events).toContain('refresh token'));
    live.authenticate();
    await until(() => expect(server.payloadsOf('authenticate')).toEqual([{ token: 'token+' }]));
    expect(times('connected')).toBe(1);
  });

  it('WEB-24 refreshes and connects again when the server refuses or drops the token', async () => {
    server.admits = (offered) => offered !== 'token';
    connect();
    await until(() => expect(times('connected')).toBe(1));
    expect(server.tokens).toEqual(['token', 'token+']);
    server.sockets[0]?.disconnect(true);
    await until(() => expect(times('connected')).toBe(2));
    expect(server.tokens).toEqual(['token', 'token+', 'token++']);
  });

  it('WEB-24 does not reconnect once the session has ended', async () => {
    connect();
    await until(() => expect(times('connected')).toBe(1));
    token = undefined;
    server.sockets[0]?.disconnect(true);
    await until(() => expect(times('lost')).toBeGreaterThan(2));
    expect(times('connected')).toBe(1);
    expect(events).not.toContain('refresh token');
  });

  it.each(['too-many-connections', 'too-many-requests'] as const)(
    'WEB-42 retries later, with the same token, after %s',
    async (code) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      let isCrowded = true;
      server.refusal = code;
      server.admits = () => !isCrowded;
      connect();
      await until(() => expect(server.tokens).toHaveLength(1));
      await until(() => expect(times('lost')).toBeGreaterThan(1));
      vi.advanceTimersByTime(14_000);
      await until(() => expect(server.tokens).toHaveLength(1));
      isCrowded = false;
      vi.advanceTimersByTime(1_000);
      await until(() => expect(times('connected')).toBe(1));
      expect(server.tokens).toEqual(['token', 'token']);
      expect(events).not.toContain('refresh token');
    },
  );

  it('WEB-25 reports a change of permissions, and resubscribes on request', async () => {
    rooms.want({ project_id: 1 });
    const live = connect();
    await until(() => expect(revisions()).toEqual([1]));
    server.sockets[0]?.emit('permissions-changed', { project_id: 0, epoch: '', revision: 2 });
    await until(() => expect(events).toContain('permissions-changed'));
    live.resubscribe();
    await until(() => expect(server.payloadsOf('subscribe')).toHaveLength(2));
  });

  it('WEB-55 reports a room that the server has closed, and drops an invalid event', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    connect();
    await until(() => expect(times('connected')).toBe(1));
    const closed = {
      project_id: 1,
      epoch: '',
      revision: 3,
      pod_name: 'Old',
      code: 'moved',
      detail: 'Moved',
    };
    server.emitAnything('room-closed', closed);
    server.emitAnything('room-closed', {
      ...closed,
      moved_to: { project_id: 1, pod_name: 'New' },
    });
    await until(() => expect(events).toContain('closed Old moved'));
    expect(times('closed Old moved')).toBe(1);
    expect(log).toHaveBeenCalledOnce();
  });

  it('WEB-26 leaves a room when its last user does, not during a page change', async () => {
    connect();
    await until(() => expect(times('connected')).toBe(1));
    const first = rooms.want({ project_id: 1 });
    const second = rooms.want({ project_id: 1 });
    first();
    second();
    const third = rooms.want({ project_id: 1 });
    const marker = rooms.want({ project_id: 9 });
    marker();
    await until(() => expect(server.payloadsOf('unsubscribe')).toEqual([{ project_id: 9 }]));
    third();
    await until(() => expect(server.payloadsOf('unsubscribe')).toHaveLength(2));
    expect(server.payloadsOf('subscribe')).toEqual([{ project_id: 1 }, { project_id: 9 }]);
  });
});
