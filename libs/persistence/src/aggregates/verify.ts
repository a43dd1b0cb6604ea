import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { AGGREGATES, type Aggregate, USER_REVIEWS } from './definitions.js';
import { wrongRounds } from './rounds.js';
import { readingWholeTables } from './whole-tables.js';

/** One row of a read model that differs from the recount. */
export interface Difference {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
  /** Counters as stored and as counted from the tasks; null if the row does not exist. */
  readonly stored: Readonly<Record<string, unknown>> | null;
  readonly counted: Readonly<Record<string, unknown>> | null;
}

/** Maximum number of rows listed per read model. */
const LISTED = 100;

/**
 * Recounts every read model from the tasks and lists the rows that differ, at most 100 of each. If
 * tasks are written meanwhile, `db` must be one connection inside a REPEATABLE READ transaction,
 * because the read models are compared one after another.
 */
export function verifyAggregates(db: Queryable): Promise<Difference[]> {
  return readingWholeTables(db, async () => {
    const differences: Difference[] = [];
    for (const text of [
      ...AGGREGATES.map(comparison),
      wrongReviews,
      missingUsers,
      `${wrongRounds} LIMIT ${LISTED}`,
    ]) {
      differences.push(...(await db.query<Difference>(text)));
    }
    return differences;
  });
}

/** A row whose counters are all zero equals a missing row. */
function comparison({ table, keys, counters, rows = table, recount }: Aggregate): string {
  const columns = [...keys, ...counters].join(', ');
  const keysOf = (row: string) => keys.map((key) => `${row}.${key}`).join(', ');
  const countersOf = (row: string) => counters.map((name) => `${row}.${name}`).join(', ');
  const json = (row: string, names: readonly string[]) =>
    `json_build_object(${names.map((name) => `'${name}', ${row}.${name}`).join(', ')})`;
  return sql`
    SELECT '${table}' AS table,
      coalesce(${jsonIfPresent('stored', json('stored', keys))},
        ${jsonIfPresent('counted', json('counted', keys))}) AS key,
      ${jsonIfPresent('stored', json('stored', counters))} AS stored,
      ${jsonIfPresent('counted', json('counted', counters))} AS counted
    FROM (
      SELECT ${columns} FROM ${rows}
      WHERE ${counters.map((name) => `coalesce(${name}, 0) <> 0`).join(' OR ')}
    ) AS stored
    FULL JOIN (${recount}) AS counted (${columns})
      ON (${keysOf('stored')}) = (${keysOf('counted')})
    WHERE (${countersOf('stored')}) IS DISTINCT FROM (${countersOf('counted')})
    LIMIT ${LISTED}`;
}

function jsonIfPresent(row: string, json: string): string {
  return `CASE WHEN ${row}.project_id IS NOT NULL THEN ${json} END`;
}

const REVIEW_COLUMNS = sql`turing_task_id, turing_review_id, user_email, submitted_at`;
const reviewOf = (row: string): string => sql`
  CASE WHEN ${row}.turing_task_id IS NOT NULL THEN json_build_object(
    'user_email', ${row}.user_email, 'submitted_at', ${row}.submitted_at) END`;
const wrongReviews = sql`
  SELECT 'agg.user_review' AS table,
    json_build_object('turing_task_id', turing_task_id, 'turing_review_id', turing_review_id) AS key,
    ${reviewOf('stored')} AS stored, ${reviewOf('counted')} AS counted
  FROM (SELECT ${REVIEW_COLUMNS} FROM agg.user_review) AS stored
  FULL JOIN (${USER_REVIEWS}) AS counted USING (turing_task_id, turing_review_id)
  WHERE stored.turing_task_id IS NULL OR counted.turing_task_id IS NULL
    OR (stored.user_email, stored.submitted_at)
      IS DISTINCT FROM (counted.user_email, counted.submitted_at)
  LIMIT ${LISTED}`;

/** Users are only added: a user without tasks is no difference. */
const missingUsers = sql`
  SELECT 'core.task_user' AS table, json_build_object('user_email', user_email) AS key,
    NULL AS stored, json_build_object() AS counted
  FROM (SELECT DISTINCT user_email FROM core.task WHERE user_email IS NOT NULL) AS named
  WHERE NOT EXISTS (
    SELECT FROM core.task_user AS known WHERE known.user_email = named.user_email)
  LIMIT ${LISTED}`;
