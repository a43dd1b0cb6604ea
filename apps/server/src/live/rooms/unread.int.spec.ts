import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cutFeeds } from '../spec-support/portal.js';
import { openWatchedPortal, type WatchedPortal } from '../spec-support/watched-portal.js';
import { Watcher } from '../spec-support/watcher.js';
import { USERS, type User } from '../spec-support/world.js';

let portal: WatchedPortal;
let db: WatchedPortal['db'];
let watch: WatchedPortal['watch'];

beforeAll(async () => {
  portal = await openWatchedPortal();
  ({ db, watch } = portal);
});
afterEach(() => portal.closeWatchers());
afterAll(() => portal.close());

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
