import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
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
const heard = (watcher: Watcher, records: ListedTable) =>
  watcher.seen('records-changed', (changed) => changed.records === records);

/** A change as any client of the database makes it: each statement counts. */
const change = (table: ListedTable) => db.query(`DELETE FROM core.${table} WHERE false`);

describe('changed records', () => {
  it.each(LISTED_TABLES)('LIVE-71 are announced by the database itself: %s', async (records) => {
    await watching('admin', async (admin) => {
      await change(records);
      expect(await heard(admin, records)).toEqual({ records });
    });
  });

  it('LIVE-71 are told to a connection that begins just after the change', async () => {
    await watching('lead', async (lead) => {
      await change('pod');
      await heard(lead, 'pod');
    });
    await watching('lead', async (late) => {
      expect(await heard(late, 'pod')).toEqual({ records: 'pod' });
    });
    await watching('trainer', async (late) => {
      await change('role');
      await change('custom_stat');
      await heard(late, 'custom_stat');
      expect(late.states('records-changed')).not.toContainEqual({ records: 'role' });
    });
  });

  it('LIVE-71 without the feed, all count as changed afterwards', async () => {
    await watching('admin', async (admin) => {
      portal.app.get(StatePublisher).changesMissed();
      for (const records of LISTED_TABLES) await heard(admin, records);
    });
  });

  it('LIVE-72 are told to users who may see some, and statistics and projects to their members', async () => {
    await watching('trainer', async (trainer) => {
      await watching('lead', async (lead) => {
        for (const records of ['task', 'role', 'pod', 'custom_stat'] as const)
          await change(records);
        for (const watcher of [trainer, lead]) await heard(watcher, 'custom_stat');
        await heard(lead, 'pod');
        for (const records of ['task', 'role'] as const) {
          expect(lead.states('records-changed')).not.toContainEqual({ records });
        }
        expect(trainer.states('records-changed')).not.toContainEqual({ records: 'pod' });
        expect((await trainer.enter(ALPHA)).dashboard.project_id).toBe(ALPHA);
      });
    });
  });
});
