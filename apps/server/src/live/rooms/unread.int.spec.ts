import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cutFeeds, type Portal, signIn, startPortal } from '../spec-support/portal.js';
import { Watcher } from '../spec-support/watcher.js';
import { createWorld, USERS, type User } from '../spec-support/world.js';

let database: TestDatabase;
let db: QueryClient;
let portal: Portal;
const watchers: Watcher[] = [];

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await createWorld(db);
  portal = await startPortal(database.url);
});
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(async () => {
  await portal.close();
  await db.close();
  await database.drop();
});

async function watch(user: User): Promise<Watcher> {
  const { token } = await signIn(portal, db, user);
  const watcher = new Watcher(portal.baseUrl, token);
  watchers.push(watcher);
  return watcher.connected();
}

const tell = (user: User) =>
  db.query(
    `INSERT INTO core.notification (id, user_id, kind, things, subject)
     VALUES (gen_random_uuid(), $1, 'feedback', 1, '{}')`,
    [USERS[user]],
  );
const seen = (watcher: Watcher, count: number) =>
  watcher.seen('notifications-changed', ({ unread }) => unread === count);

describe('the count of unread notifications', () => {
  it('TELL-15 is pushed to its user alone, on connecting and with each change', async () => {
    await tell('trainer');
    const [trainer, lead] = [await watch('trainer'), await watch('lead')];
    await seen(trainer, 1);
    await tell('trainer');
    await seen(trainer, 2);
    await db.query('UPDATE core.notification SET read_at = now()');
    await seen(trainer, 0);
    await tell('lead');
    await seen(lead, 1);
    expect(lead.states('notifications-changed')).not.toContainEqual({ unread: 2 });
  });

  it('TELL-15 is pushed again after a gap of the change feed', async () => {
    const trainer = await watch('trainer');
    await seen(trainer, 0);
    expect(await cutFeeds(db)).toBe(1);
    await tell('trainer');
    await seen(trainer, 1);
  });
});
