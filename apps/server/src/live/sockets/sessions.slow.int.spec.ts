import { createHash, randomBytes } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutFeeds, type Portal, shortToken, signIn, startPortal } from '../spec-support/portal.js';
import { Watcher } from '../spec-support/watcher.js';
import { ALPHA, BETA, createWorld, USERS, type User, POD } from '../spec-support/world.js';

describe('sessions on two servers', () => {
  let database: TestDatabase;
  let db: QueryClient;
  let portal: Portal;
  let second: Portal;
  const watchers: Watcher[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    db = await connectTo(database.url);
    [portal, second] = await Promise.all([startPortal(database.url), startPortal(database.url)]);
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
    await Promise.all([portal.close(), second.close()]);
    await db.close();
    await database.drop();
  });

  function open(token: unknown, at: Portal = portal): Watcher {
    const watcher = new Watcher(at.baseUrl, token);
    watchers.push(watcher);
    return watcher;
  }

  async function watch(user: User): Promise<Watcher> {
    return open((await signIn(portal, db, user)).token).connected();
  }

  async function createApiToken(user: User): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await db.query(
      "INSERT INTO core.api_token (user_id, name, token_hash) VALUES ($1, 'script', $2)",
      [USERS[user], createHash('sha256').update(token).digest()],
    );
    return token;
  }

  it('LIVE-18 refuses a connection without a token, or with an invalid or expired one', async () => {
    await expect(open(undefined).connected()).rejects.toThrow('unauthenticated');
    await expect(open(17).connected()).rejects.toThrow('unauthenticated');
    await expect(open('').connected()).rejects.toThrow('unauthenticated');
    await expect(open('not-a-token').connected()).rejects.toThrow('unauthenticated');
    await expect(open('not.a.token').connected()).rejects.toThrow('unauthenticated');
    const spent = await shortToken(db, 'lead', -10);
    await expect(open(spent).connected()).rejects.toThrow('token-expired');
  });

  it('LIVE-18 lets an API token connect with the permissions of its user', async () => {
    const lead = await open(await createApiToken('lead')).connected();
    await lead.enter(ALPHA);
    expect(await lead.send('subscribe', { project_id: BETA })).toMatchObject({
      code: 'not-found',
    });
  });

  it('LIVE-18 closes the connections of a revoked API token, and no others', async () => {
    const lead = await open(await createApiToken('lead')).connected();
    await lead.enter(ALPHA);
    const other = await watch('lead');
    await db.query('UPDATE core.api_token SET is_active = false');
    await lead.disconnected();
    await other.enter(ALPHA);
  });

  it('LIVE-19 asks for a new token before expiry and disconnects clients that send none', async () => {
    const lead = await open(await shortToken(db, 'lead', 3)).connected();
    await lead.enter(ALPHA);
    expect(await lead.disconnected()).toBe('io server disconnect');
    expect(lead.refreshes).toBe(1);
  });

  it('LIVE-19 continues with a new token after the old one expires', async () => {
    const old = await shortToken(db, 'lead', 3);
    const [lead, doomed] = [await open(old).connected(), await open(old).connected()];
    await lead.enter(ALPHA);
    const { token } = await signIn(portal, db, 'lead');
    expect(await lead.send('authenticate', { token })).toEqual({ ok: true });
    await doomed.disconnected();
    expect(lead.ended).toBeNull();
    await lead.enter(ALPHA);
  });

  it('LIVE-20 keeps its token if the new one is invalid or belongs to another user', async () => {
    const lead = await watch('lead');
    const { token } = await signIn(portal, db, 'admin');
    expect(await lead.send('authenticate', { token })).toMatchObject({ code: 'forbidden' });
    expect(await lead.send('authenticate', { token: 'x' })).toMatchObject({
      code: 'unauthenticated',
    });
    expect(await lead.send('authenticate', {})).toMatchObject({ code: 'invalid-input' });
    await lead.enter(ALPHA);
    expect(await lead.send('subscribe', { project_id: BETA })).toMatchObject({
      code: 'not-found',
    });
  });

  it('LIVE-21 leaves lost rooms immediately, notifies the client, and keeps the others', async () => {
    await db.query(
      "INSERT INTO core.user_role SELECT $1, $2, id FROM core.role WHERE name = 'project_member'",
      [USERS.trainer, BETA],
    );
    const [trainer, lead] = [await watch('trainer'), await watch('lead')];
    await trainer.enter(ALPHA);
    await trainer.enter(ALPHA, POD);
    await trainer.enter(BETA);
    await lead.enter(ALPHA);
    await db.query("DELETE FROM core.pod_member WHERE user_email = 'trainer@example.com'");
    await trainer.seen('permissions-changed', ({ project_id }) => project_id === 0);
    trainer.received['dashboard-changed'].length = 0;
    lead.received['dashboard-changed'].length = 0;

    await db.query('UPDATE core.task SET number_of_turns = 99 WHERE turing_task_id = 100');
    await db.query('UPDATE core.task SET number_of_turns = 99 WHERE turing_task_id = 200');
    await lead.seen('dashboard-changed', () => true);
    await trainer.seen('dashboard-changed', ({ project_id }) => project_id === BETA);
    const projects = trainer.states('dashboard-changed').map(({ project_id }) => project_id);
    expect(new Set(projects)).toEqual(new Set([BETA]));
    expect(await trainer.send('subscribe', { project_id: ALPHA })).toMatchObject({ ok: false });
    expect(lead.states('permissions-changed')).toEqual([]);
  });

  it('LIVE-21 allows rooms after their permission is granted', async () => {
    const stranger = await watch('stranger');
    expect(await stranger.send('subscribe', { project_id: ALPHA })).toMatchObject({ ok: false });
    await db.query(
      "INSERT INTO core.user_role SELECT $1, $2, id FROM core.role WHERE name = 'project_member'",
      [USERS.stranger, ALPHA],
    );
    await stranger.seen('permissions-changed', () => true);
    await stranger.enter(ALPHA);
  });

  it('LIVE-33 notifies a client that was not connected when its permissions changed', async () => {
    const [{ token: old }, { token: lead }] = await Promise.all([
      signIn(portal, db, 'trainer'),
      signIn(portal, db, 'lead'),
    ]);
    await db.query("DELETE FROM core.pod_member WHERE user_email = 'trainer@example.com'");
    const returned = await open(old).connected();
    await returned.seen('permissions-changed', ({ project_id }) => project_id === 0);

    const unchanged = await open(lead).connected();
    const renewed = await watch('trainer');
    await unchanged.enter(ALPHA);
    await renewed.send('unsubscribe', { project_id: ALPHA });
    expect(unchanged.states('permissions-changed')).toEqual([]);
    expect(renewed.states('permissions-changed')).toEqual([]);
  });

  it('LIVE-22 closes the connections of an ended session on every server, and no others', async () => {
    const { token, sessionId } = await signIn(portal, db, 'lead');
    const here = await open(token, portal).connected();
    const there = await open(token, second).connected();
    const other = await watch('lead');
    await db.query('UPDATE core.refresh_token SET revoked_at = now() WHERE family_id = $1', [
      sessionId,
    ]);
    expect(await here.disconnected()).toBe('io server disconnect');
    expect(await there.disconnected()).toBe('io server disconnect');
    await other.enter(ALPHA);
    await expect(open(token).connected()).rejects.toThrow('unauthenticated');
  });

  it('LIVE-22 closes the connections of a deactivated user', async () => {
    const [lead, admin] = [await watch('lead'), await watch('admin')];
    await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [USERS.lead]);
    await lead.disconnected();
    await admin.enter(ALPHA);
  });

  it('LIVE-22 closes them also if the feeds were cut meanwhile', async () => {
    const { token, sessionId } = await signIn(portal, db, 'lead');
    const here = await open(token, portal).connected();
    const there = await open(token, second).connected();
    await db.query('BEGIN');
    await db.query('UPDATE core.refresh_token SET revoked_at = now() WHERE family_id = $1', [
      sessionId,
    ]);
    await cutFeeds(db);
    await db.query('COMMIT');
    for (const watcher of [here, there]) {
      expect(await watcher.disconnected()).toBe('io server disconnect');
    }
  });
});
