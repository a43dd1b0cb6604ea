import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { importSummarySchema } from '@portal/contracts/imports';
import { startStack, type Stack } from '@portal/testing/stack';
import { taskFileStream } from '@portal/testing/task-file';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { recount } from '../support/recount.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, query } from '../support/world.js';

const SECRET = 'the-same-secret-on-both-servers-of-this-test';

let portal: Portal;
let second: Stack;
const watchers: Watcher[] = [];

beforeAll(async () => {
  portal = await startPortal({ env: { JWT_SECRET: SECRET } });
  const { databaseUrl, redisUrl, dataDir } = portal.stack;
  second = await startStack({
    start: ['server'],
    env: {
      JWT_SECRET: SECRET,
      DATABASE_URL: databaseUrl,
      UPLOAD_STORE: `file:${dataDir}/uploads`,
      PORTAL_DEMO: 'on',
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    },
  });
});
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(async () => {
  await second.stop();
  await portal.stack.stop();
});

async function watch(baseUrl: string, email: string): Promise<Watcher> {
  const { token } = await portal.as(email);
  const watcher = new Watcher(baseUrl, token);
  watchers.push(watcher);
  await watcher.connected();
  return watcher;
}

async function totalTasks(): Promise<number> {
  const { stats } = await recount(portal.stack.databaseUrl, portal.world.alpha);
  return stats.total_tasks;
}

describe('live states', () => {
  it('SYS-130 a second user sees the totals of an import arrive at once and equal the recount', async () => {
    const lead = await watch(portal.stack.baseUrl, 'lead@example.com');
    const held = await lead.enter(portal.world.alpha);
    const before = held.dashboard.totals.total_tasks;

    const answer = await portal.admin.upload(
      taskFileStream({ tasks: 20_000, turingProjectId: ALPHA_TURING_ID, firstTaskId: 100_000 }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(answer.body);
    await portal.admin.importEnd(import_id);

    const moved = await lead.seen(
      'dashboard-changed',
      'all 20,000 tasks',
      ({ totals }) => totals.total_tasks === before + 20_000,
    );
    const { stats } = await recount(portal.stack.databaseUrl, portal.world.alpha);
    expect(moved.totals).toEqual({
      total_tasks: stats.total_tasks,
      completed_tasks: stats.completed_tasks,
      rework_tasks: stats.rework_tasks,
      reviewed_tasks: stats.reviewed_tasks,
      total_reviews: stats.total_reviews,
      total_batches: stats.total_batches,
    });
    // All of the import or none of it: no state in between is pushed.
    const shown = new Set(lead.received['dashboard-changed'].map((s) => s.totals.total_tasks));
    expect([...shown].filter((n) => n !== before && n !== before + 20_000)).toEqual([]);
    await lead.seen('sync-time', 'the time of the import', ({ value }) => value !== null);
  });

  it('SYS-131 the uploader follows the import, whose progress never runs backwards', async () => {
    const admin = await watch(portal.stack.baseUrl, 'admin@example.com');
    await admin.enter(portal.world.alpha);
    const trainer = await watch(portal.stack.baseUrl, 'trainer@example.com');
    await trainer.enter(portal.world.alpha);

    const answer = await portal.admin.upload(
      taskFileStream({ tasks: 30_000, turingProjectId: ALPHA_TURING_ID, firstTaskId: 200_000 }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(answer.body);
    await admin.seen(
      'import-progress',
      'the end',
      (state) => state.import.import_id === import_id && state.import.status === 'completed',
    );

    const steps = admin.received['import-progress'].filter(
      (state) => state.import.import_id === import_id,
    );
    const bytes = steps.map((state) => state.import.bytes_done);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    const revisions = steps.map((state) => state.revision);
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    expect(trainer.received['import-progress']).toEqual([]);
  });

  it('SYS-132 revisions only grow, and the newest state is the one that stays', async () => {
    const lead = await watch(portal.stack.baseUrl, 'lead@example.com');
    await lead.enter(portal.world.alpha);
    await portal.admin.upload(file(row(1)));
    const edits = Array.from({ length: 40 }, (_, index) =>
      portal.admin.patch('/tasks/tasks-crud/1', { number_of_turns: index }),
    );
    for (const { status } of await Promise.all(edits)) expect(status).toBe(200);

    const [{ revision }] = (await query<{ revision: string }>(
      portal.stack.databaseUrl,
      'SELECT revision FROM agg.project_revision WHERE project_id = $1',
      [portal.world.alpha],
    )) as [{ revision: string }];
    await lead.seen('dashboard-changed', 'the last', (s) => s.revision === Number(revision));
    const seen = lead.received['dashboard-changed'].map((state) => state.revision);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('SYS-133 a change made by SQL, past every application, moves the boards too', async () => {
    const lead = await watch(portal.stack.baseUrl, 'lead@example.com');
    const { review_counters } = await lead.enter(portal.world.alpha);
    await query(
      portal.stack.databaseUrl,
      `UPDATE core.task SET status = 'ready_for_review' WHERE turing_task_id =
         (SELECT min(turing_task_id) FROM core.task WHERE status = 'pending' AND project_id = $1)`,
      [portal.world.alpha],
    );
    await lead.seen(
      'review-counters',
      'one more pending',
      (state) => state.pod_name === null && state.pending === review_counters.pending + 1,
    );
  });

  it('SYS-134 two servers on one database push the same: an edit through one reaches sockets of both', async () => {
    const here = await watch(portal.stack.baseUrl, 'lead@example.com');
    const there = await watch(second.baseUrl, 'lead@example.com');
    await here.enter(portal.world.alpha);
    await there.enter(portal.world.alpha);

    const api = new Api(second.baseUrl, portal.admin.token ?? '');
    expect((await api.upload(file(row(2, { status: 'pending' })))).status).toBe(200);
    const expected = await totalTasks();
    for (const watcher of [here, there]) {
      await watcher.seen(
        'dashboard-changed',
        `${expected} tasks`,
        ({ totals }) => totals.total_tasks === expected,
      );
    }
  });

  it('SYS-135 a pod’s week moves with its member’s task', async () => {
    const lead = await watch(portal.stack.baseUrl, 'lead@example.com');
    const held = await lead.enter(portal.world.alpha, portal.world.pod);
    const tasksOf = (members: { email: string; tasks: number }[]): number =>
      members.find(({ email }) => email === 'trainer@example.com')?.tasks ?? 0;
    const before = tasksOf(held.weekly_progress?.members ?? []);
    const now = new Date().toISOString();
    await portal.admin.upload(
      file(row(3, { completed_at: now, created_at: now, updated_at: now })),
    );
    const moved = await lead.seen(
      'weekly-progress',
      'one more task of the trainer',
      ({ members }) => tasksOf(members) === before + 1,
    );
    expect(moved.pod_name).toBe(portal.world.pod);
  });

  it('SYS-136 refuses a room without permission, and closes it when the permission is taken away', async () => {
    const trainer = await watch(portal.stack.baseUrl, 'trainer@example.com');
    const refused = await trainer.subscribe(portal.world.beta);
    expect(refused).toMatchObject({ ok: false, code: 'not-found' });
    await trainer.enter(portal.world.alpha);

    await query(
      portal.stack.databaseUrl,
      "DELETE FROM core.pod_member WHERE user_email = 'trainer@example.com'",
    );
    await eventually('the news', () => trainer.received['permissions-changed'].length > 0);
    trainer.received['dashboard-changed'].length = 0;

    const lead = await watch(portal.stack.baseUrl, 'lead@example.com');
    const { dashboard } = await lead.enter(portal.world.alpha);
    await portal.admin.upload(file(row(4)));
    await lead.seen('dashboard-changed', 'the change', (s) => s.revision > dashboard.revision);
    expect(trainer.received['dashboard-changed']).toEqual([]);
    expect(await trainer.subscribe(portal.world.alpha)).toMatchObject({ ok: false });
  });

  it('SYS-137 refuses a connection without a valid token', async () => {
    const stranger = new Watcher(portal.stack.baseUrl, 'not-a-token');
    watchers.push(stranger);
    await expect(stranger.connected()).rejects.toThrow();
  });
});
