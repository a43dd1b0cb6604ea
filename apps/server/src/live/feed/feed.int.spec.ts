import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cutFeeds, type Portal, signIn, startPortal } from '../spec-support/portal.js';
import { Watcher } from '../spec-support/watcher.js';
import { ALPHA, createWorld } from '../spec-support/world.js';

let database: TestDatabase;
let db: QueryClient;
let portal: Portal;
let second: Portal;
const watchers: Watcher[] = [];

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await createWorld(db);
  [portal, second] = await Promise.all([startPortal(database.url), startPortal(database.url)]);
});
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(async () => {
  await Promise.all([portal.close(), second.close()]);
  await db.close();
  await database.drop();
});

async function watch(at: Portal): Promise<Watcher> {
  const { token } = await signIn(at, db, 'lead');
  const watcher = new Watcher(at.baseUrl, token);
  watchers.push(watcher);
  return watcher.connected();
}

const setTurns = (turns: number) =>
  db.query('UPDATE core.task SET number_of_turns = $1 WHERE turing_task_id = 100', [turns]);

async function revision(): Promise<number> {
  const rows = await db.query<{ revision: number }>(
    'SELECT revision FROM agg.project_revision WHERE project_id = $1',
    [ALPHA],
  );
  return rows[0]?.revision ?? 0;
}

describe('the change feed', () => {
  it('LIVE-8 sends at most ten states a second under 500 commits, in order and with the last one', async () => {
    const lead = await watch(portal);
    await lead.enter(ALPHA);
    const began = performance.now();
    for (let turns = 1; turns <= 500; turns++) await setTurns(turns);
    const last = await revision();
    await lead.seen('dashboard-changed', (state) => state.revision === last);
    const seconds = (performance.now() - began) / 1000;

    for (const topic of ['dashboard-changed', 'review-counters'] as const) {
      const revisions = lead.states(topic).map((state) => state.revision);
      expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
      expect(revisions.length).toBeGreaterThan(1);
      expect(revisions.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1);
    }
  });

  it('LIVE-15 finds a change without notification within seconds', async () => {
    const lead = await watch(portal);
    const { dashboard } = await lead.enter(ALPHA);
    // A change without triggers sends no notification.
    await db.query(
      'UPDATE agg.project_revision SET revision = revision + 1 WHERE project_id = $1',
      [ALPHA],
    );
    await lead.seen('dashboard-changed', (state) => state.revision === dashboard.revision + 1);
  });

  it('LIVE-16 reconnects after its connection is lost, and reports what it missed', async () => {
    const lead = await watch(portal);
    await lead.enter(ALPHA);
    await db.query('BEGIN');
    await setTurns(1001);
    expect(await cutFeeds(db)).toBe(2);
    await db.query('COMMIT');
    const missed = await revision();
    await lead.seen('dashboard-changed', (state) => state.revision >= missed);
    await setTurns(1002);
    const next = await revision();
    await lead.seen('dashboard-changed', (state) => state.revision === next);
    expect(lead.ended).toBeNull();
  });

  it('LIVE-16 survives the loss of all connections of the server', async () => {
    const lead = await watch(portal);
    await lead.enter(ALPHA);
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await setTurns(1003);
    const last = await revision();
    await lead.seen('dashboard-changed', (state) => state.revision === last);
  });

  it('LIVE-17 lets each of two servers inform its own connections', async () => {
    const [here, there] = [await watch(portal), await watch(second)];
    await here.enter(ALPHA);
    await there.enter(ALPHA);
    await setTurns(2001);
    const last = await revision();
    for (const watcher of [here, there]) {
      await watcher.seen('dashboard-changed', (state) => state.revision === last);
      const revisions = watcher.states('dashboard-changed').map((state) => state.revision);
      expect(revisions).toEqual([...new Set(revisions)]);
    }
  });
});
