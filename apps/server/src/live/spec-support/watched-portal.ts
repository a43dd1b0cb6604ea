import { testDatabase } from '@portal/testing/postgres';
import { connectTo } from '@portal/testing/query-client';
import { signIn, startPortal } from './portal.js';
import { Watcher } from './watcher.js';
import { createWorld, type User } from './world.js';

export type WatchedPortal = Awaited<ReturnType<typeof openWatchedPortal>>;

/** A server on a database of its own, which has the rows of `createWorld`, and the connections of users to it. */
export async function openWatchedPortal() {
  const database = await testDatabase();
  const db = await connectTo(database.url);
  await createWorld(db);
  const portal = await startPortal(database.url);
  const watchers: Watcher[] = [];

  async function watch(user: User, transport?: 'websocket' | 'polling'): Promise<Watcher> {
    const { token } = await signIn(portal, db, user);
    const watcher = new Watcher(portal.baseUrl, token, transport);
    watchers.push(watcher);
    return watcher.connected();
  }

  async function revisionOf(projectId: number): Promise<number> {
    const rows = await db.query<{ revision: number }>(
      'SELECT revision FROM agg.project_revision WHERE project_id = $1',
      [projectId],
    );
    return rows[0]?.revision ?? 0;
  }

  /** Between two tests. */
  function closeWatchers(): void {
    for (const watcher of watchers.splice(0)) watcher.close();
  }

  async function close(): Promise<void> {
    await portal.close();
    await db.close();
    await database.drop();
  }
  return { db, ...portal, watch, revisionOf, closeWatchers, close };
}
