import { LIVE_PATH, type SubscribeAck } from '@portal/contracts/live';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWatchedPortal, type WatchedPortal } from '../spec-support/watched-portal.js';
import { ALPHA, BETA, OTHER_POD, POD, USERS } from '../spec-support/world.js';

let portal: WatchedPortal;
let db: WatchedPortal['db'];
let watch: WatchedPortal['watch'];
let revisionOf: WatchedPortal['revisionOf'];

beforeAll(async () => {
  portal = await openWatchedPortal();
  ({ db, watch, revisionOf } = portal);
});
afterEach(() => portal.closeWatchers());
afterAll(() => portal.close());

/** Commits a change of the project and returns its new revision. */
async function change(projectId: number): Promise<number> {
  await db.query(
    'UPDATE core.task SET number_of_turns = number_of_turns + 1 WHERE turing_task_id = $1',
    [projectId * 100],
  );
  return revisionOf(projectId);
}

const codeOf = (ack: SubscribeAck) => (ack.ok ? 'ok' : ack.code);

describe('rooms', () => {
  it.each(['websocket', 'polling'] as const)(
    'LIVE-1 responds to a subscription over %s with the current revision and state',
    async (transport) => {
      const lead = await watch('lead', transport);
      const ack = await lead.send('subscribe', { project_id: ALPHA });
      expect(ack).toMatchObject({
        ok: true,
        revision: await revisionOf(ALPHA),
        state: {
          sync_time: { project_id: ALPHA, value: null },
          dashboard: { project_id: ALPHA, totals: { total_tasks: 20, completed_tasks: 4 } },
          review_counters: { pod_name: null, pending: 8, done: 0 },
          weekly_progress: null,
        },
      });
    },
  );

  it('ERR-6 sends the security headers with HTTP responses', async () => {
    const { headers } = await fetch(`${portal.baseUrl}${LIVE_PATH}/?EIO=4&transport=polling`);
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('LIVE-1 sends members of a pod’s room also the week of the pod', async () => {
    const lead = await watch('lead');
    const { review_counters, weekly_progress } = await lead.enter(ALPHA, POD);
    expect(review_counters).toMatchObject({ pod_name: POD, pending: 8 });
    expect(weekly_progress).toMatchObject({
      pod_name: POD,
      target: null,
      members: [{ email: 'trainer@example.com', role: 'trainer', percent: 0 }],
    });
  });

  it('LIVE-2 pushes the new state after a commit of any user', async () => {
    const lead = await watch('lead');
    const { dashboard } = await lead.enter(ALPHA);
    await db.query("UPDATE core.task SET status = 'completed' WHERE turing_task_id = 101");
    const moved = await lead.seen(
      'dashboard-changed',
      ({ revision }) => revision > dashboard.revision,
    );
    expect(moved.totals.completed_tasks).toBe(dashboard.totals.completed_tasks + 1);
    await db.query("UPDATE core.task SET status = 'pending' WHERE turing_task_id = 101");
  });

  it('LIVE-2 pushes nothing after a rollback', async () => {
    const lead = await watch('lead');
    await lead.enter(ALPHA);
    await db.query('BEGIN');
    await db.query("UPDATE core.task SET status = 'completed' WHERE turing_task_id = 101");
    await db.query('ROLLBACK');
    const revision = await change(ALPHA);
    await lead.seen('dashboard-changed', (state) => state.revision === revision);
    const shown = lead.states('dashboard-changed').map(({ totals }) => totals.completed_tasks);
    expect(new Set(shown)).toEqual(new Set([4]));
  });

  it.each([
    ['admin', { project_id: 0 }, 'ok'],
    ['admin', { project_id: BETA }, 'ok'],
    ['admin', { project_id: 4711 }, 'not-found'],
    ['lead', { project_id: ALPHA }, 'ok'],
    ['lead', { project_id: BETA }, 'not-found'],
    ['lead', { project_id: 0 }, 'not-found'],
    ['lead', { project_id: ALPHA, pod_name: POD }, 'ok'],
    ['lead', { project_id: ALPHA, pod_name: OTHER_POD }, 'ok'],
    ['lead', { project_id: ALPHA, pod_name: 'No Such Pod' }, 'not-found'],
    ['admin', { project_id: BETA, pod_name: POD }, 'not-found'],
    ['trainer', { project_id: ALPHA }, 'ok'],
    ['trainer', { project_id: ALPHA, pod_name: POD }, 'ok'],
    ['trainer', { project_id: ALPHA, pod_name: OTHER_POD }, 'not-found'],
    ['stranger', { project_id: ALPHA }, 'not-found'],
    ['betaLead', { project_id: ALPHA, pod_name: POD }, 'not-found'],
  ] as const)('LIVE-3 responds to the %s for room %j with %s', async (user, room, expected) => {
    const watcher = await watch(user);
    expect(codeOf(await watcher.send('subscribe', room))).toBe(expected);
  });

  it.each(['pod-manage', 'pod-manage-members', 'pod-info-public-view'])(
    'LIVE-32 opens the room of a pod to users with %s in its project, not to others',
    async (permission) => {
      const [stranger] = [await watch('stranger')];
      const room = { project_id: ALPHA, pod_name: POD };
      await db.query("INSERT INTO core.role (name) VALUES ('with one permission')");
      await db.query(
        `INSERT INTO core.user_role SELECT $1, $2, id FROM core.role
         WHERE name = 'with one permission'`,
        [USERS.stranger, ALPHA],
      );
      expect(codeOf(await stranger.send('subscribe', room))).toBe('not-found');
      await db.query(
        `INSERT INTO core.role_permission SELECT role.id, permission.id
         FROM core.role, core.permission
         WHERE role.name = 'with one permission' AND permission.name = $1`,
        [permission],
      );
      await vi.waitFor(
        async () => expect(codeOf(await stranger.send('subscribe', room))).toBe('ok'),
        PATIENCE,
      );
      const { weekly_progress: week } = await stranger.enter(ALPHA, POD);
      // The numbers of other users need pod-info-public-view.
      expect(week?.members).toHaveLength(permission === 'pod-info-public-view' ? 1 : 0);
      await db.query('DELETE FROM core.user_role WHERE user_id = $1', [USERS.stranger]);
      await db.query("DELETE FROM core.role WHERE name = 'with one permission'");
    },
  );

  it('LIVE-4 stops pushing the states of a room after leaving it, but not of the others', async () => {
    const admin = await watch('admin');
    await admin.enter(ALPHA);
    await admin.enter(BETA);
    expect(await admin.send('unsubscribe', { project_id: ALPHA })).toEqual({ ok: true });
    await change(ALPHA);
    const revision = await change(BETA);
    await admin.seen('dashboard-changed', (state) => state.revision === revision);
    const projects = admin.states('dashboard-changed').map(({ project_id }) => project_id);
    expect(new Set(projects)).toEqual(new Set([BETA]));
  });

  it('LIVE-5 pushes to the room of all projects after a change in any project', async () => {
    const admin = await watch('admin');
    const { dashboard } = await admin.enter(0);
    expect(dashboard.totals.total_tasks).toBe(40);
    await change(BETA);
    const moved = await admin.seen('dashboard-changed', ({ project_id }) => project_id === 0);
    expect(moved.revision).toBeGreaterThan(dashboard.revision);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'project 1'],
    ['another type', { project_id: '1' }],
    ['an unknown field', { project_id: ALPHA, everything: true }],
    ['an empty pod', { project_id: ALPHA, pod_name: '' }],
    ['a pod with NUL', { project_id: ALPHA, pod_name: 'a\0b' }],
    ['a negative id', { project_id: -1 }],
    ['a list', [{ project_id: ALPHA }]],
  ])('LIVE-6 acknowledges %s as invalid and stays open', async (_what, message) => {
    const lead = await watch('lead');
    expect(codeOf(await lead.send('subscribe', message))).toBe('invalid-input');
    expect(await lead.send('unsubscribe', message)).toMatchObject({ code: 'invalid-input' });
    await lead.enter(ALPHA);
  });

  it('LIVE-7 allows 20 rooms per connection, and another one after leaving one', async () => {
    const names = Array.from({ length: 21 }, (_, n) => `Pod ${n}`);
    await db.query('INSERT INTO core.pod (name, project_id) SELECT unnest($1::text[]), $2', [
      names,
      ALPHA,
    ]);
    const lead = await watch('lead');
    const rooms = names.map((pod_name) => ({ project_id: ALPHA, pod_name }));
    const answers: string[] = [];
    for (const room of rooms) answers.push(codeOf(await lead.send('subscribe', room)));
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 'ok'), 'too-many-requests']);
    expect(codeOf(await lead.send('subscribe', rooms[0]))).toBe('ok');
    await lead.send('unsubscribe', rooms[0]);
    expect(codeOf(await lead.send('subscribe', rooms[20]))).toBe('ok');
  });

  it('LIVE-7 limits a burst of messages, without effect on other connections', async () => {
    const [lead, other] = [await watch('lead'), await watch('lead')];
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => lead.send('subscribe', { project_id: ALPHA })),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(60);
    expect(codes.filter((code) => code === 'too-many-requests').length).toBeGreaterThan(50);
    expect(codeOf(await other.send('subscribe', { project_id: ALPHA }))).toBe('ok');
  });

  it('LIVE-7 closes a connection that sends a message of more than 16 KB', async () => {
    const lead = await watch('lead');
    lead.socket.emit('subscribe', { project_id: ALPHA, pod_name: 'x'.repeat(17 * 1024) });
    await lead.disconnected();
    const fine = await watch('lead');
    await fine.enter(ALPHA);
  });

  it('LIVE-10 sends each state once to a client in the rooms of a project and its pods', async () => {
    const lead = await watch('lead');
    await lead.enter(ALPHA);
    await lead.enter(ALPHA, POD);
    await lead.enter(ALPHA, OTHER_POD);
    const revision = await change(ALPHA);
    await lead.seen('weekly-progress', (state) => state.revision === revision);
    await lead.seen('dashboard-changed', (state) => state.revision === revision);
    await lead.seen(
      'review-counters',
      (state) => state.revision === revision && state.pod_name === OTHER_POD,
    );
    const revisions = lead.states('dashboard-changed').map((state) => state.revision);
    expect(revisions).toEqual([...new Set(revisions)]);
  });
});
