import { META_HOUSEKEEPING, META_REMOVALS_PRUNED_THROUGH } from '@portal/contracts/constants';
import { type HousekeepingResult, housekeepingSchema } from '@portal/contracts/housekeeping';
import { KEPT_HOURS } from './idempotency-keys.js';
import { HOUSEKEEPING_LOCK } from './locks.js';
import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/** The name of housekeeping in `core.chore`. */
const CHORE = 'housekeeping';
/** The hour of the reporting day after which the nightly work runs. */
const NIGHT_HOUR = 3;

/** Lets `claimHousekeeping` find its row. */
export async function prepareHousekeeping(db: Queryable): Promise<void> {
  await db.query(sql`INSERT INTO core.chore (name) VALUES ($1) ON CONFLICT DO NOTHING`, [CHORE]);
}

/**
 * Locks housekeeping until the end of the transaction, so that one worker at a time does it. The transaction has
 * neither an id nor a snapshot until it writes, so that nothing waits for it.
 * @returns the work that is due: `night` once after three o'clock of each reporting day, or later if
 *   no worker runs then; undefined if another worker does it
 */
export async function claimHousekeeping(db: Queryable): Promise<'minute' | 'night' | undefined> {
  const [tried] = await db.query<{ is_claimed: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${HOUSEKEEPING_LOCK}) AS is_claimed`,
  );
  if (tried?.is_claimed !== true) return undefined;
  const [claimed] = await db.query<{ is_night: boolean }>(claim);
  return claimed && (claimed.is_night ? 'night' : 'minute');
}

/** Without parameters: the portal of a statement with some keeps its snapshot until the next statement. */
const claim = sql`
SELECT ran_at < (
  date_trunc('day', now() AT TIME ZONE core.reporting_zone() - interval '${NIGHT_HOUR} hours')
  + interval '${NIGHT_HOUR} hours') AT TIME ZONE core.reporting_zone() AS is_night
FROM core.chore
WHERE name = '${CHORE}'
`;

/** Records that the claimed nightly work is done. */
export async function endNight(db: Queryable): Promise<void> {
  await db.query(
    sql`UPDATE core.chore SET ran_at = now(), ran_in = pg_current_snapshot()::text WHERE name = $1`,
    [CHORE],
  );
}

/** The stored result of the last nightly run; an empty one if there is none that this version can read. */
export async function readHousekeeping(db: Queryable): Promise<HousekeepingResult> {
  const [stored] = await db.query<{ value: string }>(
    sql`SELECT value FROM core.meta WHERE key = $1`,
    [META_HOUSEKEEPING],
  );
  const parsed = housekeepingSchema.safeParse(JSON.parse(stored?.value ?? 'null'));
  return parsed.data ?? { ended_at: null, removed: {}, since: {}, failed: [] };
}

/** Stores the result for the page System: what the last nightly run has removed. */
export async function storeHousekeeping(db: Queryable, result: HousekeepingResult): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.meta (key, value, updated_at) VALUES ($1, $2, now())
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
    `,
    [META_HOUSEKEEPING, JSON.stringify(result)],
  );
}

// What a night deletes in the database. Each function returns the number of its rows, and is named
// in `PRUNINGS` of the worker.

/** Deletes the refresh tokens that expired a day ago, which no access depends on. */
export async function deleteExpiredTokens(db: Queryable): Promise<number> {
  return countOf(
    await db.query(sql`
      WITH gone AS (
        DELETE FROM core.refresh_token WHERE expires_at <= now() - interval '1 day' RETURNING id)
      SELECT count(*)::int4 AS count FROM gone
    `),
  );
}

/**
 * Deletes the changes of access that had ended before the last nightly run, and puts one in their place:
 * the oldest transaction that was open then. A snapshot in which it is visible was taken after that
 * night and has seen all deleted changes. In an older one it counts as a change, so that a server
 * which was idle for days reads the access of its sockets again.
 */
export async function pruneAccessChanges(db: Queryable): Promise<number> {
  return countOf(await db.query(prune, [CHORE]));
}

/** Not while that transaction is open; a number in the future comes from the dump of another cluster. */
const prune = sql`
WITH past AS (
  SELECT pg_snapshot_xmin(ran_in::pg_snapshot) AS xid FROM core.chore
  WHERE name = $1 AND pg_snapshot_xmin(ran_in::pg_snapshot) < pg_snapshot_xmin(pg_current_snapshot())),
marked AS (
  INSERT INTO agg.access_change SELECT xid FROM past ON CONFLICT DO NOTHING),
gone AS (
  DELETE FROM agg.access_change USING past WHERE access_change.xid < past.xid RETURNING access_change.xid)
SELECT count(*)::int4 AS count FROM gone
`;

/**
 * Deletes what an import had changed whose time to be undone has passed, unless an undo of it has not ended.
 * @returns the number of these imports, at most one: it may have changed very many tasks
 */
export async function pruneImportHistories(db: Queryable): Promise<number> {
  const ended = await db.query<{ xid: string }>(sql`
    SELECT history_xid::text AS xid FROM core.task_import
    WHERE history_xid IS NOT NULL AND undo_until <= now() AND NOT EXISTS (
      SELECT FROM core.task_import AS undo
      WHERE undo.undoes = task_import.id AND undo.state IN ('queued', 'running'))
    ORDER BY undo_until LIMIT 1
    FOR UPDATE SKIP LOCKED
  `);
  const xids = ended.map(({ xid }) => xid);
  for (const table of HISTORY_TABLES) {
    await db.query(sql`DELETE FROM core.${table} WHERE xid = ANY ($1::xid8[])`, [xids]);
  }
  await db.query(
    sql`UPDATE core.task_import SET history_xid = NULL WHERE history_xid = ANY ($1::xid8[])`,
    [xids],
  );
  return xids.length;
}

/**
 * Forgets deletions of tasks after 30 days, so that readers of older changes begin again, and who changed a task
 * when the audit forgets it.
 * @param auditDays 0: never
 * @returns the number of forgotten deletions
 */
export async function pruneTaskChanges(db: Queryable, auditDays: number): Promise<number> {
  if (auditDays > 0) {
    await db.query(
      sql`
        DELETE FROM core.task_transaction
        WHERE at < now() - make_interval(days => $1) AND import_id IS NULL
      `,
      [auditDays],
    );
  }
  return countOf(
    await db.query(sql`
      WITH old AS (
        SELECT xid FROM core.task_transaction WHERE at < now() - interval '30 days'
        ORDER BY xid DESC LIMIT 1),
      noted AS (
        INSERT INTO core.meta (key, value, updated_at)
        SELECT '${META_REMOVALS_PRUNED_THROUGH}', xid::text, now() FROM old
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at),
      gone AS (
        DELETE FROM core.task_removal USING old WHERE task_removal.xid <= old.xid
        RETURNING task_removal.xid)
      SELECT count(*)::int4 AS count FROM gone
    `),
  );
}

/** Groups of changes, or imports, that one transaction forgets. */
export const FORGOTTEN_AT_ONCE = 500;

/**
 * Deletes the oldest changes of the audit that are older than the days: whole groups, so that none is undone in
 * part. A group that is being undone stays for another night, and the end of an import for as long as the import
 * can be undone.
 * @returns the number of groups and of their changes
 */
export async function pruneAudit(
  db: Queryable,
  days: number,
): Promise<{ groups: number; changes: number }> {
  const [pruned] = await db.query<{ groups: number; changes: number }>(
    sql`
      WITH old AS (
        SELECT id FROM core.audit AS first
        WHERE id = group_id AND at < now() - make_interval(days => $1)
          AND NOT EXISTS (
            SELECT FROM core.audit AS record
            JOIN core.task_import ON task_import.id::text = record.entity_id
            WHERE record.group_id = first.id AND record.entity = 'task_import'
              AND history_xid IS NOT NULL AND undo_until > now())
        ORDER BY at, id LIMIT ${FORGOTTEN_AT_ONCE}
        FOR UPDATE SKIP LOCKED),
      gone AS (
        DELETE FROM core.audit USING old WHERE audit.group_id = old.id RETURNING audit.id)
      SELECT (SELECT count(*) FROM old)::int4 AS groups, (SELECT count(*) FROM gone)::int4 AS changes
    `,
    [days],
  );
  if (!pruned) throw new Error('an aggregate without a row');
  return pruned;
}

/**
 * Deletes the errors, warnings and samples of imports that ended before the days. Their numbers stay, by field.
 * @returns the number of imports
 */
export async function pruneImportIssues(db: Queryable, days: number): Promise<number> {
  const old = await db.query<{ id: string }>(
    sql`
      SELECT id FROM core.task_import
      WHERE finished_at < now() - make_interval(days => $1)
        AND (sample IS NOT NULL
          OR EXISTS (SELECT FROM core.task_import_error WHERE import_id = task_import.id))
      ORDER BY finished_at LIMIT ${FORGOTTEN_AT_ONCE}
      FOR UPDATE SKIP LOCKED
    `,
    [days],
  );
  const ids = old.map(({ id }) => id);
  await db.query(sql`UPDATE core.task_import SET sample = NULL WHERE id = ANY ($1::uuid[])`, [ids]);
  await db.query(sql`DELETE FROM core.task_import_error WHERE import_id = ANY ($1::uuid[])`, [ids]);
  return ids.length;
}

/**
 * Deletes imports that ended before the days, unless something still refers to them: a task that they changed last, a
 * record of the audit, their file, an undo, or what they or the import that they undo would put back. The end of a
 * completed one also tells the history of tasks what it does not know, for as long as an older one is kept.
 * @returns the number of imports
 */
export async function pruneImports(db: Queryable, days: number): Promise<number> {
  return countOf(
    await db.query(
      sql`
        WITH old AS (
          SELECT id FROM core.task_import AS ended
          WHERE finished_at < now() - make_interval(days => $1)
            AND NOT has_file AND history_xid IS NULL
            AND NOT EXISTS (SELECT FROM core.task_import AS undo WHERE undo.undoes = ended.id)
            AND NOT EXISTS (
              SELECT FROM core.task_import AS kept
              WHERE kept.history_xid IS NOT NULL AND (
                kept.id = ended.undoes
                OR ended.state = 'completed' AND NOT ended.dry_run AND kept.finished_at < ended.finished_at))
            AND NOT EXISTS (
              SELECT FROM core.audit AS record
              WHERE record.entity = 'task_import' AND record.entity_id = ended.id::text)
            AND NOT EXISTS (
              SELECT FROM core.task_transaction AS noted, core.project, LATERAL (
                SELECT FROM core.task
                WHERE (task.project_id, task.changed_in) = (project.id, noted.xid)
                LIMIT 1) AS task
              WHERE noted.import_id = ended.id)
          ORDER BY finished_at LIMIT ${FORGOTTEN_AT_ONCE}
          FOR UPDATE SKIP LOCKED),
        noted AS (
          DELETE FROM core.task_transaction USING old WHERE import_id = old.id),
        gone AS (
          DELETE FROM core.task_import USING old WHERE task_import.id = old.id RETURNING task_import.id)
        SELECT count(*)::int4 AS count FROM gone
      `,
      [days],
    ),
  );
}

/** Deletes the keys of requests whose day is over, with their answers. */
export async function deleteOldKeys(db: Queryable): Promise<number> {
  return countOf(
    await db.query(sql`
      WITH gone AS (
        DELETE FROM core.idempotency_key
        WHERE claimed_at <= now() - interval '${KEPT_HOURS} hours' RETURNING request_id)
      SELECT count(*)::int4 AS count FROM gone
    `),
  );
}

const HISTORY_TABLES = ['task_before', 'task_reviews_before', 'task_created', 'batch_before'];

function countOf(rows: readonly { count: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row.count;
}
