import { PATIENCE } from '@portal/testing/patience';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Portal, signIn, startPortal } from '../spec-support/portal.js';
import { Watcher } from '../spec-support/watcher.js';
import {
  ALPHA,
  BETA,
  createWorld,
  OTHER_POD,
  POD,
  type User,
  USERS,
} from '../spec-support/world.js';

let database: TestDatabase;
let db: QueryClient;
/** Two servers on one database. */
let portals: Portal[];
const watchers: Watcher[] = [];

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  portals = await Promise.all([startPortal(database.url), startPortal(database.url)]);
});
beforeEach(async () => {
  // The servers read meanwhile, in another order: a deadlock ends one of them.
  await vi.waitFor(() => db.query('TRUNCATE core.app_user, core.pod CASCADE'), PATIENCE);
  await db.query('DELETE FROM core.task');
  await db.query('DELETE FROM core.batch');
  await db.query('DELETE FROM core.project WHERE id > 0');
  await createWorld(db);
});
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(async () => {
  for (const portal of portals) await portal.close();
  await db.close();
  await database.drop();
});

/** A connection of the user to each server. */
function onBoth(user: User): Promise<Watcher[]> {
  return Promise.all(
    portals.map(async (portal) => {
      const { token } = await signIn(portal, db, user);
      const watcher = new Watcher(portal.baseUrl, token);
      watchers.push(watcher);
      return watcher.connected();
    }),
  );
}

/** Commits a change of both projects and waits until every connection has the new state of one. */
async function changeAndSee(seen: readonly Watcher[], projectId: number): Promise<void> {
  for (const { received } of seen) received['dashboard-changed'].length = 0;
  await db.query('UPDATE core.task SET number_of_turns = number_of_turns + 1');
  const [row] = await db.query<{ revision: number }>(
    'SELECT revision FROM agg.project_revision WHERE project_id = $1',
    [projectId],
  );
  for (const watcher of seen) {
    await watcher.seen(
      'dashboard-changed',
      ({ project_id, revision }) => project_id === projectId && revision >= (row?.revision ?? 0),
    );
  }
}

/** Forgets all states, commits changes and returns the names of pods that were pushed. */
async function podsPushedTo(watcher: Watcher, projectId: number): Promise<string[]> {
  const { received } = watcher;
  received['review-counters'].length = 0;
  received['weekly-progress'].length = 0;
  await changeAndSee([watcher], projectId);
  await changeAndSee([watcher], projectId);
  const names = [...watcher.states('review-counters'), ...watcher.states('weekly-progress')].map(
    ({ pod_name }) => pod_name,
  );
  return [...new Set(names)].flatMap((name) => name ?? []);
}

const closedIn = (watcher: Watcher) =>
  watcher
    .states('room-closed')
    .map(({ epoch: _epoch, revision: _revision, detail: _detail, ...closed }) => closed);

describe('the room of a pod', () => {
  it('LIVE-31 that is renamed is closed on every server, with the name of the new one', async () => {
    for (const watcher of await onBoth('lead')) {
      await watcher.enter(ALPHA);
      await watcher.enter(ALPHA, POD);
    }
    await db.query("UPDATE core.pod SET name = 'Aurora' WHERE name = $1", [POD]);
    for (const watcher of watchers) {
      const closed = await watcher.seen('room-closed', () => true);
      expect(closed).toMatchObject({
        project_id: ALPHA,
        pod_name: POD,
        code: 'moved',
        moved_to: { project_id: ALPHA, pod_name: 'Aurora' },
      });
      expect(await podsPushedTo(watcher, ALPHA)).toEqual([]);
      await watcher.enter(ALPHA, 'Aurora');
      expect(await podsPushedTo(watcher, ALPHA)).toEqual(['Aurora']);
      expect(closedIn(watcher)).toHaveLength(1);
    }
  });

  it('LIVE-31 that moves to another project is closed, with its project only if it is visible', async () => {
    const [admins, leads] = [await onBoth('admin'), await onBoth('lead')];
    for (const watcher of watchers) {
      await watcher.enter(ALPHA);
      await watcher.enter(ALPHA, POD);
    }
    await db.query('UPDATE core.pod SET project_id = $1 WHERE name = $2', [BETA, POD]);
    for (const watcher of watchers) await watcher.seen('room-closed', () => true);
    for (const admin of admins) {
      expect(closedIn(admin)).toEqual([
        {
          ...{ project_id: ALPHA, pod_name: POD, code: 'moved' },
          moved_to: { project_id: BETA, pod_name: POD },
        },
      ]);
      await admin.enter(BETA, POD);
    }
    for (const lead of leads) {
      expect(closedIn(lead)).toEqual([
        { project_id: ALPHA, pod_name: POD, code: 'not-found', moved_to: null },
      ]);
      expect(await podsPushedTo(lead, ALPHA)).toEqual([]);
      expect(await lead.send('subscribe', { project_id: BETA, pod_name: POD })).toMatchObject({
        code: 'not-found',
      });
    }
  });

  it('LIVE-31 that takes its members along stays open for them where it is now', async () => {
    const [trainer] = await onBoth('trainer');
    await trainer?.enter(ALPHA, POD);
    await db.query("UPDATE core.pod SET project_id = $1, name = 'Aurora' WHERE name = $2", [
      BETA,
      POD,
    ]);
    const closed = await trainer?.seen('room-closed', () => true);
    expect(closed?.moved_to).toEqual({ project_id: BETA, pod_name: 'Aurora' });
    await trainer?.enter(BETA, 'Aurora');
  });

  it('LIVE-31 that is deleted is closed as not-found, also if another pod takes its name', async () => {
    for (const watcher of await onBoth('lead')) {
      await watcher.enter(ALPHA, POD);
      await watcher.enter(ALPHA, OTHER_POD);
    }
    await db.query('BEGIN');
    await db.query('DELETE FROM core.pod WHERE name = $1', [POD]);
    await db.query('INSERT INTO core.pod (name, project_id) VALUES ($1, $2)', [POD, ALPHA]);
    await db.query('COMMIT');
    for (const watcher of watchers) {
      await watcher.seen('room-closed', () => true);
      expect(closedIn(watcher)).toEqual([
        { project_id: ALPHA, pod_name: POD, code: 'not-found', moved_to: null },
      ]);
      expect(await podsPushedTo(watcher, ALPHA)).toEqual([OTHER_POD]);
      await watcher.enter(ALPHA, POD);
      expect((await podsPushedTo(watcher, ALPHA)).sort()).toEqual([POD, OTHER_POD]);
    }
  });

  it('LIVE-31 is closed when its user loses it, and so is the room of a project', async () => {
    const leads = await onBoth('lead');
    for (const lead of leads) {
      await lead.enter(ALPHA);
      await lead.enter(ALPHA, POD);
    }
    await db.query('DELETE FROM core.user_role WHERE user_id = $1', [USERS.lead]);
    for (const lead of leads) {
      await lead.seen('permissions-changed', () => true);
      expect(closedIn(lead)).toEqual([
        { project_id: ALPHA, pod_name: null, code: 'not-found', moved_to: null },
        { project_id: ALPHA, pod_name: POD, code: 'not-found', moved_to: null },
      ]);
    }
  });
});
