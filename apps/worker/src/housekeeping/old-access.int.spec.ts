import { connectTo } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { clearHousekeeping, keepHouse, makeNightlyDue } from './spec-support/housekeeping.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => clearHousekeeping(world));
afterAll(() => world.drop());

describe('a session', () => {
  const tokens = () =>
    world.rows<{ hours: number }>(
      `SELECT extract(epoch FROM expires_at - now())::integer / 3600 AS hours
       FROM core.refresh_token ORDER BY expires_at`,
    );

  it('AUTH-17 is deleted by the nightly jobs after the day when it expired, which changes no access', async () => {
    await world.db.query(`
      INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
      SELECT (SELECT min(id) FROM core.app_user), gen_random_uuid(), sha256(n::text::bytea),
        now() + n * interval '1 hour'
      FROM unnest(ARRAY[-25, -23, 2]) AS n`);
    const before = await world.rows('SELECT xid FROM agg.access_change ORDER BY xid');
    await keepHouse(world);
    expect((await tokens()).map(({ hours }) => hours)).toEqual([-23, expect.toSatisfy(isAboutTwo)]);
    expect(await world.rows('SELECT xid FROM agg.access_change ORDER BY xid')).toEqual(before);
  });
});

const isAboutTwo = (hours: number): boolean => hours === 1 || hours === 2;

describe('changes of access', () => {
  const changes = () => world.count('FROM agg.access_change');
  const changeAccess = () =>
    world.db.query('UPDATE core.app_user SET name = name || $1 WHERE id > 0', ['x']);
  const snapshot = async (): Promise<string> => {
    const [row] = await world.rows<{ seen: string }>('SELECT pg_current_snapshot()::text AS seen');
    return row?.seen ?? '';
  };
  /** Whether every transaction that was open during a change has ended. */
  const isSettled = async (): Promise<boolean> =>
    (await world.count(
      'FROM agg.access_change WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())',
    )) === 0;
  /** The chores that ran beside a transaction that is still open. */
  const openSinceLastNight = () =>
    world.count(`FROM core.chore WHERE pg_snapshot_xmin(ran_in::pg_snapshot)
      >= pg_snapshot_xmin(pg_current_snapshot())`);
  /** As servers ask before they use a cached caller. */
  const isUnchanged = (since: string): Promise<boolean> =>
    world
      .count(
        `FROM agg.access_change WHERE xid >= pg_snapshot_xmin($1::pg_snapshot)
           AND xid < pg_snapshot_xmax(pg_current_snapshot())
           AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`,
        [since],
      )
      .then((found) => found === 0);

  it('PERM-40 are deleted a night later, and no caller of today is read again', async () => {
    for (let n = 0; n < 5; n += 1) await changeAccess();
    const old = await snapshot();
    await changeAccess();
    // Other tests use the cluster, too: their open transactions keep changes.
    await expect.poll(isSettled).toBe(true);
    await keepHouse(world);
    await expect.poll(openSinceLastNight).toBe(0);
    const seen = await snapshot();
    await makeNightlyDue(world);
    await keepHouse(world);
    // One marker stands for all that are deleted.
    expect(await changes()).toBe(1);
    expect(await isUnchanged(seen)).toBe(true);
    // A change that this snapshot has not seen is deleted.
    expect(await isUnchanged(old)).toBe(false);
    await changeAccess();
    expect(await isUnchanged(seen)).toBe(false);
    expect(await isUnchanged(await snapshot())).toBe(true);
  });

  it('PERM-40 of a transaction that was open last night are kept', async () => {
    const other = await connectTo(world.url);
    try {
      await other.query('BEGIN');
      await other.query('UPDATE core.app_user SET is_active = is_active WHERE id > 0');
      await keepHouse(world);
      const seen = await snapshot();
      await other.query(`UPDATE core.app_user SET name = 'Late' WHERE id > 0`);
      await other.query('COMMIT');
      await makeNightlyDue(world);
      await keepHouse(world);
      expect(await isUnchanged(seen)).toBe(false);
      expect(await isUnchanged(await snapshot())).toBe(true);
    } finally {
      await other.close();
    }
  });
});
