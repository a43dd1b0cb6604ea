import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/** The hour of the reporting day after which the work of a night runs. */
const NIGHT_HOUR = 3;

/**
 * Locks a chore until the end of the transaction, so that one worker at a time does it.
 * @returns whether the caller should do it now: `night` means once after three o'clock of each
 *   reporting day, or later if no worker runs then
 */
export async function claimChore(
  db: Queryable,
  name: string,
  when: 'always' | 'night',
): Promise<boolean> {
  await db.query(sql`INSERT INTO core.chore (name) VALUES ($1) ON CONFLICT DO NOTHING`, [name]);
  const claimed = await db.query(claim, [name, when === 'always']);
  return claimed.length > 0;
}

const claim = sql`
SELECT name FROM core.chore
WHERE name = $1 AND ($2 OR ran_at < (
    date_trunc('day', now() AT TIME ZONE core.reporting_zone() - interval '${NIGHT_HOUR} hours')
    + interval '${NIGHT_HOUR} hours') AT TIME ZONE core.reporting_zone())
FOR UPDATE SKIP LOCKED
`;

/** Records that the claimed chore is done. */
export async function endChore(db: Queryable, name: string): Promise<void> {
  await db.query(
    sql`UPDATE core.chore SET ran_at = now(), ran_in = pg_current_snapshot()::text WHERE name = $1`,
    [name],
  );
}

/** Deletes the refresh tokens that expired a day ago, which no access depends on. */
export async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.query(sql`DELETE FROM core.refresh_token WHERE expires_at <= now() - interval '1 day'`);
}

/**
 * Deletes the changes of access that had ended before the last run of the chore, and puts one in
 * their place: the oldest transaction that was open then. A snapshot in which it is visible was taken
 * after that run and has seen all deleted changes. In an older one it counts as a change, so that a
 * server which was idle for days reads the access of its sockets again.
 * @param chore the name of the chore, which the caller has claimed
 */
export async function pruneAccessChanges(db: Queryable, chore: string): Promise<void> {
  await db.query(prune, [chore]);
}

/** Not while that transaction is open; a number in the future comes from the dump of another cluster. */
const prune = sql`
WITH past AS (
  SELECT pg_snapshot_xmin(ran_in::pg_snapshot) AS xid FROM core.chore
  WHERE name = $1 AND pg_snapshot_xmin(ran_in::pg_snapshot) < pg_snapshot_xmin(pg_current_snapshot())),
marked AS (
  INSERT INTO agg.access_change SELECT xid FROM past ON CONFLICT DO NOTHING)
DELETE FROM agg.access_change USING past WHERE access_change.xid < past.xid
`;
