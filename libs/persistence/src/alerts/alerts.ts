import {
  ALERT_DAYS,
  type Alert,
  type AlertHistory,
  MAX_ALERT_CHANGES,
  MAX_ALERT_KEYS,
  type NewAlert,
} from '@portal/contracts/alerts';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { alertSeen } from '../visibility/rows.js';

/** The columns that a user sets. */
const SETTINGS = [
  'name',
  'stat_id',
  'number',
  'take',
  'column_name',
  'key_column',
  'parameters',
  'days',
  'condition',
  'limit_value',
  'fires_after',
  'recovers_after',
  'user_ids',
  'role_ids',
  'pod_ids',
  'slack_channel',
  'is_active',
  'muted_until',
] as const satisfies readonly (keyof NewAlert)[];

/** After two other values. */
const PLACEHOLDERS = SETTINGS.map((_, at) => `$${at + 3}`).join(', ');

/** Without the state, which follows from its parts. */
export interface StoredAlert extends Omit<Alert, 'state' | 'reason'> {
  readonly suspended: string | null;
  readonly error: string | null;
}

/** Those that the caller may see, by name. @param alertId that one alone */
export async function readAlerts(
  db: Queryable,
  projectId: number,
  caller: Caller,
  alertId?: number,
): Promise<readonly StoredAlert[]> {
  return db.query<StoredAlert>(
    sql`
      SELECT alert.id, alert.project_id, ${SETTINGS.map((name) => `alert.${name}`).join(', ')},
        alert.version, alert.created_at, alert.updated_at,
        (SELECT name FROM core.app_user WHERE id = alert.created_by) AS owner,
        stat.name AS stat_name, run.suspended, run.error, run.evaluated_at, run.revision,
        (${SLACK_PROBLEM}) AS slack_problem,
        coalesce((${KEYS}), '[]') AS keys
      FROM core.alert
      LEFT JOIN core.custom_stat AS stat ON stat.id = alert.stat_id
      LEFT JOIN core.alert_run AS run ON run.alert_id = alert.id
      WHERE alert.project_id = $1 AND ($2::integer IS NULL OR alert.id = $2)
        AND ${alertSeen(caller, projectId)}
      ORDER BY alert.name, alert.id`,
    [projectId, alertId ?? null],
  );
}

const KEYS = sql`
SELECT jsonb_agg(jsonb_build_object(
  'key', nullif(shown.key, ''), 'state', state, 'evaluations', evaluations, 'value', value,
  'since', since) ORDER BY place, shown.key)
FROM (
  SELECT *, array_position('{firing,recovering,no_data,pending,ok}', state) AS place
  FROM core.alert_state WHERE alert_id = alert.id ORDER BY place, key LIMIT ${MAX_ALERT_KEYS}
) AS shown`;

/** Of the last message that was tried. A new channel begins anew. */
const SLACK_PROBLEM = sql`
SELECT CASE state WHEN 'sent' THEN NULL ELSE reason END
FROM core.notification AS told
JOIN core.notification_delivery AS delivery ON delivery.notification_id = told.id
WHERE told.slack_channel = alert.slack_channel AND told.subject @> jsonb_build_object('alert_id', alert.id)
  AND (state IN ('sent', 'failed') OR (state = 'waiting' AND attempts > 0))
ORDER BY told.created_at DESC, told.id DESC LIMIT 1`;

/** The newest first. @param before an id: only older ones */
export async function readAlertHistory(
  db: Queryable,
  alertId: number,
  before: number | undefined,
): Promise<AlertHistory['items']> {
  const changes = await db.query<AlertHistory['items'][number]>(
    sql`
      SELECT change.id, change.at, nullif(change.key, '') AS key, change.state, change.value, change.reason,
        change.revision, change.import_id, file.file_name AS import_name, app_user.name AS by
      FROM core.alert_change AS change
      LEFT JOIN core.task_import AS file ON file.id = change.import_id
      LEFT JOIN core.app_user ON app_user.id = change.changed_by
      WHERE change.alert_id = $1 AND ($2::bigint IS NULL OR change.id < $2)
      ORDER BY change.id DESC LIMIT ${MAX_ALERT_CHANGES}`,
    [alertId, before ?? null],
  );
  return [...changes];
}

/** @returns its id; undefined if the project has no such statistic */
export async function insertAlert(
  tx: Transaction,
  projectId: number,
  authorId: number,
  alert: NewAlert,
): Promise<number | undefined> {
  const [inserted] = await tx.query<{ id: number }>(
    sql`
      INSERT INTO core.alert (project_id, created_by, ${SETTINGS.join(', ')})
      SELECT $1, $2, ${PLACEHOLDERS} WHERE ${OF_PROJECT}
      RETURNING id`,
    [projectId, authorId, ...valuesOf(alert)],
  );
  return inserted?.id;
}

/** @returns whether it still had the version, and its project has such a statistic */
export async function replaceAlert(
  tx: Transaction,
  { id, version }: Pick<Alert, 'id' | 'version'>,
  projectId: number,
  next: NewAlert,
): Promise<boolean> {
  const updated = await tx.query(
    sql`
      UPDATE core.alert
      SET (${SETTINGS.join(', ')}, version, updated_at) = ROW (${PLACEHOLDERS}, version + 1, now())
      WHERE project_id = $1 AND id = $2 AND version = $${SETTINGS.length + 3} AND ${OF_PROJECT}
      RETURNING id`,
    [projectId, id, ...valuesOf(next), version],
  );
  return updated.length > 0;
}

/** @returns false if there is no such alert */
export async function muteAlert(
  tx: Transaction,
  projectId: number,
  alertId: number,
  until: string | null,
): Promise<boolean> {
  const muted = await tx.query(
    sql`
      UPDATE core.alert SET muted_until = $3, version = version + 1, updated_at = now()
      WHERE project_id = $1 AND id = $2 RETURNING id`,
    [projectId, alertId, until],
  );
  return muted.length > 0;
}

/** A test for the Slack channel of the alert, which goes out at once. @returns its id; undefined without a channel */
export async function insertAlertTest(
  tx: Transaction,
  projectId: number,
  alertId: number,
): Promise<string | undefined> {
  const [test] = await tx.query<{ id: string }>(
    sql`
      INSERT INTO core.notification (id, slack_channel, project_id, kind, things, subject)
      SELECT gen_random_uuid(), slack_channel, project_id, 'test', 1, jsonb_build_object('alert_id', id)
      FROM core.alert WHERE project_id = $1 AND id = $2 AND slack_channel IS NOT NULL
      RETURNING id`,
    [projectId, alertId],
  );
  return test?.id;
}

/** @returns false if there is no such alert */
export async function deleteAlert(
  tx: Transaction,
  projectId: number,
  alertId: number,
): Promise<boolean> {
  const deleted = await tx.query(
    sql`DELETE FROM core.alert WHERE project_id = $1 AND id = $2 RETURNING id`,
    [projectId, alertId],
  );
  return deleted.length > 0;
}

/** Forgets changes of states of long ago. @returns how many */
export async function pruneAlertChanges(db: Queryable): Promise<number> {
  const [pruned] = await db.query<{ count: number }>(sql`
    WITH old AS (
      DELETE FROM core.alert_change WHERE at < now() - interval '${ALERT_DAYS} days' RETURNING id)
    SELECT count(*)::integer AS count FROM old`);
  return pruned?.count ?? 0;
}

/** The statistic is one of the project: the second of the settings. */
const OF_PROJECT = sql`($4::integer IS NULL OR EXISTS (
  SELECT FROM core.custom_stat WHERE id = $4 AND project_id = $1))`;

/** The values of `SETTINGS`. */
function valuesOf(alert: NewAlert): unknown[] {
  return SETTINGS.map((name) => alert[name]);
}
