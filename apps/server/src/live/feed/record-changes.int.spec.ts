import { RECORDS, type Records } from '@portal/contracts/entities';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatePublisher } from '../rooms/state-publisher.js';
import { type Portal, signIn, startPortal } from '../spec-support/portal.js';
import { Watcher } from '../spec-support/watcher.js';
import { ALPHA, createWorld, type User } from '../spec-support/world.js';

let database: TestDatabase;
let db: QueryClient;
let portal: Portal;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await createWorld(db);
  portal = await startPortal(database.url);
});
afterAll(async () => {
  await portal.close();
  await db.close();
  await database.drop();
});

async function watching<T>(user: User, act: (watcher: Watcher) => Promise<T>): Promise<T> {
  const { token } = await signIn(portal, db, user);
  const watcher = await new Watcher(portal.baseUrl, token).connected();
  try {
    return await act(watcher);
  } finally {
    watcher.close();
  }
}
const heard = (watcher: Watcher, records: Records) =>
  watcher.seen('records-changed', (changed) => changed.records === records);

/** A change of each table as any client of the database makes it. */
const CHANGES: Readonly<Record<Records, string>> = {
  api_token: 'UPDATE core.api_token SET name = name',
  app_user: 'UPDATE core.app_user SET name = name',
  audit: 'DELETE FROM core.audit WHERE id = 0',
  batch: 'UPDATE core.batch SET name = name',
  custom_stat: 'UPDATE core.custom_stat SET name = name',
  permission: 'UPDATE core.permission SET description = description',
  pod: 'UPDATE core.pod SET name = name',
  pod_member: 'UPDATE core.pod_member SET role = role',
  pod_weekly_target: 'DELETE FROM core.pod_weekly_target WHERE id = 0',
  project: 'UPDATE core.project SET name = name',
  role: 'UPDATE core.role SET name = name',
  role_permission: 'DELETE FROM core.role_permission WHERE role_id = 0',
  task: 'UPDATE core.task SET status = status',
  user_role: 'DELETE FROM core.user_role WHERE user_id = 0',
};

describe('changed records', () => {
  it.each(RECORDS)('LIVE-71 are announced by the database itself: %s', async (records) => {
    await watching('lead', async (lead) => {
      await db.query(CHANGES[records]);
      expect(await heard(lead, records)).toEqual({ records });
    });
  });

  it('LIVE-71 without the feed, all count as changed afterwards', async () => {
    await watching('lead', async (lead) => {
      portal.app.get(StatePublisher).changesMissed();
      for (const records of RECORDS) await heard(lead, records);
    });
  });

  it('LIVE-72 are told to users who may see some, and statistics and projects to their members', async () => {
    await watching('trainer', async (trainer) => {
      await db.query(CHANGES.role);
      await db.query(CHANGES.custom_stat);
      await heard(trainer, 'custom_stat');
      expect(trainer.states('records-changed')).not.toContainEqual({ records: 'role' });
      expect((await trainer.enter(ALPHA)).dashboard.project_id).toBe(ALPHA);
    });
  });
});
