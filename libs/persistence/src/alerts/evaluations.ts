import { type AlertTake, type NewAlert, TIMED_NUMBERS } from '@portal/contracts/alerts';
import type { AlertRule, HeldKey, Outcome } from '@portal/domain/alerts';
import type { Db, Transaction } from '../db.js';
import { sql } from '../sql.js';

/** An alert that nobody else evaluates until its lease is over. */
export interface DueAlert {
  readonly id: number;
  readonly project_id: number;
  readonly owner_id: number | null;
  readonly stat_id: number | null;
  readonly number: string | null;
  readonly take: AlertTake;
  readonly column_name: string | null;
  readonly key_column: string | null;
  readonly parameters: NewAlert['parameters'];
  readonly days: number | null;
  readonly rule: AlertRule;
  readonly lease: string;
  /** What it looks at, as a hash. */
  readonly hash: string;
  /** Whether it looked at something else before. */
  readonly is_changed: boolean;
  readonly is_muted: boolean;
  readonly errors: number;
  readonly suspended: string | null;
  readonly epoch: string;
  readonly revision: number;
  readonly held: ReadonlyMap<string, HeldKey>;
  readonly cause: Cause;
}

/** Who changed the project last, if it has changed: an import or a person. */
interface Cause {
  readonly import_id: string | null;
  readonly by: number | null;
  /** How many other commits have changed the project since the evaluation before. */
  readonly more: number;
}

/** What became of an evaluation. */
export type Finding =
  | { readonly outcome: Outcome; readonly waits: boolean }
  | { readonly error: string }
  | { readonly suspended: string };

/** How long an evaluation may take; a server that dies in it is followed by another one then. */
const LEASE_SECONDS = 120;
/** Between two evaluations of an alert. */
const PAUSE_SECONDS = 60;
/** Errors in a row after which the owner is told, and it is not tried again without a change. */
const MAX_ERRORS = 3;
/** Keys that a notification can name. */
const NAMED_KEYS = 3;

/** What is evaluated: another hash begins anew. */
const HASH = sql`md5(jsonb_build_array(alert.stat_id, alert.number, alert.take, alert.column_name, alert.key_column,
  alert.days, alert.condition, alert.limit_value, alert.fires_after, alert.recovers_after,
  (SELECT jsonb_build_array(sql_query, is_active) FROM core.custom_stat WHERE id = alert.stat_id))::text
  -- Without values it is the hash from before alerts had any, so that an upgrade begins no alert anew.
  || coalesce(nullif(alert.parameters, '{}')::text, ''))`;

/**
 * Takes one alert that is due: a new or changed one, one whose project has moved since, one that waits, failed or depends
 * on time, or was muted until now. The database decides between servers.
 */
export async function claimAlert(db: Db): Promise<DueAlert | undefined> {
  return db.transaction(async (tx) => {
    const [claimed] = await tx.query<{ alert_id: number; lease: string }>(claim, [TIMED_NUMBERS]);
    if (!claimed) return undefined;
    const [found] = await tx.query<Omit<DueAlert, 'held'> & { held: [string, HeldKey][] }>(
      readDue,
      [claimed.alert_id, claimed.lease],
    );
    if (!found) throw new Error('the claimed alert is gone');
    return { ...found, held: new Map(found.held) };
  });
}

/** Lets others evaluate it at once. */
export async function releaseAlert(db: Db, { id, lease }: DueAlert): Promise<void> {
  await db.query(
    sql`UPDATE core.alert_run SET lease = NULL, leased_until = NULL WHERE alert_id = $1 AND lease = $2`,
    [id, lease],
  );
}

/**
 * Stores the states, the history and what people are told, in one transaction: none of it is without the others. If the
 * alert was changed or evaluated by others meanwhile, nothing is stored.
 */
export async function finishAlert(db: Db, alert: DueAlert, finding: Finding): Promise<void> {
  const isStored = await db.transaction(async (tx) => {
    // First, as a deletion of the project does: neither waits for the other in a circle.
    await tx.query(sql`SELECT FROM core.project WHERE id = $1 FOR KEY SHARE`, [alert.project_id]);
    if (!(await storeRun(tx, alert, finding))) return false;
    if (alert.is_changed) await reset(tx, alert);
    if ('outcome' in finding) await storeOutcome(tx, alert, finding.outcome);
    else await storeProblem(tx, alert, finding);
    return true;
  });
  if (!isStored) await releaseAlert(db, alert);
}

const claim = sql`
WITH due AS (
  SELECT alert.id
  FROM core.alert
  JOIN core.project ON project.id = alert.project_id AND project.archived_at IS NULL
  LEFT JOIN core.alert_run AS run ON run.alert_id = alert.id
  WHERE alert.is_active AND (run.leased_until IS NULL OR run.leased_until < clock_timestamp())
    AND (run.rule IS DISTINCT FROM ${HASH}
      OR (alert.muted_until > run.evaluated_at AND alert.muted_until <= clock_timestamp())
      OR (run.evaluated_at < clock_timestamp() - interval '${PAUSE_SECONDS} seconds' AND run.suspended IS NULL
        AND (run.waits OR run.errors BETWEEN 1 AND ${MAX_ERRORS - 1} OR alert.number = ANY ($1)
          OR run.revision <> core.revision_of(alert.project_id))))
  ORDER BY run.evaluated_at NULLS FIRST, alert.id
  LIMIT 1
  FOR UPDATE OF alert SKIP LOCKED
)
INSERT INTO core.alert_run AS run (alert_id, lease, leased_until)
SELECT id, gen_random_uuid(), clock_timestamp() + interval '${LEASE_SECONDS} seconds' FROM due
ON CONFLICT (alert_id) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
WHERE run.leased_until IS NULL OR run.leased_until < clock_timestamp()
RETURNING alert_id, lease`;

/** The last change of the project. Imports have no records in the audit. */
const CAUSE = sql`(
  SELECT jsonb_build_object('import_id', import_id, 'by', actor_id)
  FROM (
    (SELECT at, NULL::uuid AS import_id, actor_id FROM core.audit
      WHERE alert.project_id IN (0, project_id) AND entity NOT IN ('alert', 'custom_stat', 'task_import', 'webhook')
      ORDER BY at DESC LIMIT 1)
    UNION ALL
    (SELECT finished_at, id, NULL FROM core.task_import
      WHERE state = 'completed' AND NOT dry_run AND (alert.project_id = 0 OR alert.project_id = ANY (projects))
      ORDER BY finished_at DESC LIMIT 1)
  ) AS change
  ORDER BY at DESC LIMIT 1)`;

const readDue = sql`
SELECT alert.id, alert.project_id, alert.created_by AS owner_id, alert.stat_id, alert.number, alert.take,
  alert.column_name, alert.key_column, alert.parameters, alert.days,
  jsonb_build_object('condition', condition, 'limit', limit_value,
    'firesAfter', fires_after, 'recoversAfter', recovers_after) AS rule,
  run.lease, ${HASH} AS hash, run.rule IS NOT NULL AND run.rule <> ${HASH} AS is_changed,
  coalesce(alert.muted_until > clock_timestamp(), false) AS is_muted, run.errors, run.suspended,
  core.epoch() AS epoch, core.revision_of(alert.project_id) AS revision,
  CASE WHEN run.rule IS DISTINCT FROM ${HASH} THEN '[]' ELSE coalesce((
    SELECT jsonb_agg(jsonb_build_array(key, jsonb_build_object(
      'state', state, 'evaluations', evaluations, 'value', value, 'told', told)))
    FROM core.alert_state WHERE alert_id = alert.id), '[]') END AS held,
  coalesce(CASE WHEN run.revision IS DISTINCT FROM core.revision_of(alert.project_id) THEN ${CAUSE} END,
    '{"import_id": null, "by": null}')
  -- Each commit that changes a project raises its revision by one.
  || jsonb_build_object('more', greatest(core.revision_of(alert.project_id) - run.revision - 1, 0)) AS cause
FROM core.alert JOIN core.alert_run AS run ON run.alert_id = alert.id
WHERE alert.id = $1 AND run.lease = $2`;

async function storeRun(tx: Transaction, alert: DueAlert, finding: Finding): Promise<boolean> {
  const error = 'error' in finding ? finding.error : null;
  const stored = await tx.query(
    sql`
      UPDATE core.alert_run AS run
      SET rule = $3, evaluated_at = clock_timestamp(), revision = $4, waits = $5, errors = $6, error = $7,
        suspended = $8, lease = NULL, leased_until = NULL
      FROM core.alert
      WHERE alert.id = run.alert_id AND run.alert_id = $1 AND run.lease = $2 AND ${HASH} = $3
      RETURNING alert_id`,
    [
      ...[alert.id, alert.lease, alert.hash, alert.revision],
      'waits' in finding && finding.waits,
      error === null ? 0 : alert.errors + 1,
      error,
      'suspended' in finding ? finding.suspended : null,
    ],
  );
  return stored.length > 0;
}

/** It looks at something else: what it knew is over. */
async function reset(tx: Transaction, { id, revision }: DueAlert): Promise<void> {
  await tx.query(sql`DELETE FROM core.alert_state WHERE alert_id = $1`, [id]);
  await tx.query(
    sql`
      INSERT INTO core.alert_change (alert_id, key, state, reason, revision, changed_by)
      SELECT alert.id, '', 'reset', CASE record.entity
        WHEN 'custom_stat' THEN 'The statistic was changed' ELSE 'The alert was changed' END, $2, record.actor_id
      FROM core.alert LEFT JOIN LATERAL (
        SELECT entity, actor_id FROM core.audit
        WHERE (entity = 'alert' AND entity_id = alert.id::text)
          OR (entity = 'custom_stat' AND entity_id = alert.stat_id::text)
        ORDER BY at DESC LIMIT 1) AS record ON true
      WHERE alert.id = $1`,
    [id, revision],
  );
  await announce(tx);
}

async function storeOutcome(
  tx: Transaction,
  { id, revision, cause, project_id, errors, suspended }: DueAlert,
  { held, changes, tells }: Outcome,
): Promise<void> {
  const keys = [...held].map(([key, state]) => ({ key, ...state }));
  await tx.query(
    sql`
      WITH kept AS (
        SELECT * FROM jsonb_to_recordset($2::jsonb)
          AS kept (key text, state text, evaluations integer, value double precision, told text)),
      forgotten AS (
        DELETE FROM core.alert_state WHERE alert_id = $1 AND key NOT IN (SELECT key FROM kept))
      INSERT INTO core.alert_state AS stored (alert_id, key, state, evaluations, value, told, since)
      SELECT $1, key, state, evaluations, value, told, clock_timestamp() FROM kept
      ON CONFLICT (alert_id, key) DO UPDATE SET
        since = CASE WHEN stored.state = excluded.state THEN stored.since ELSE excluded.since END,
        (state, evaluations, value, told) =
          ROW (excluded.state, excluded.evaluations, excluded.value, excluded.told)`,
    [id, JSON.stringify(keys)],
  );
  const stored = await tx.query<{ id: number; key: string }>(
    sql`
      INSERT INTO core.alert_change (alert_id, key, state, value, revision, import_id, changed_by)
      SELECT $1, key, state, value, $3, $4, $5
      FROM jsonb_to_recordset($2::jsonb) AS change (key text, state text, value double precision)
      RETURNING id, key`,
    [id, JSON.stringify(changes), revision, cause.import_id, cause.by],
  );
  if (changes.length > 0 || errors > 0 || suspended !== null) await announce(tx);
  const told = [...tells.fired, ...tells.lost, ...tells.recovered];
  if (told.length === 0) return;
  const named = stored.filter(({ key }) => told.slice(0, NAMED_KEYS).includes(key));
  await tx.query(sql`SELECT core.tell_alert($1, $2, $3::jsonb)`, [
    ...[id, project_id],
    JSON.stringify({
      alert_id: id,
      fired: tells.fired.length,
      still: tells.still.length,
      recovered: tells.recovered.length,
      lost: tells.lost.length,
      change_ids: named.map((change) => change.id),
      ...cause,
    }),
  ]);
}

/** The states stay as they were. */
async function storeProblem(
  tx: Transaction,
  { id, revision, errors, suspended, owner_id, project_id, cause }: DueAlert,
  finding: Exclude<Finding, { outcome: Outcome }>,
): Promise<void> {
  const isSuspended = 'suspended' in finding;
  const reason = isSuspended ? finding.suspended : finding.error;
  const isNew = isSuspended ? reason !== suspended : errors === 0;
  if (isNew) {
    await tx.query(
      sql`
        INSERT INTO core.alert_change (alert_id, key, state, reason, revision, import_id, changed_by)
        VALUES ($1, '', $2, $3, $4, $5, $6)`,
      [id, isSuspended ? 'suspended' : 'failing', reason, revision, cause.import_id, cause.by],
    );
    await announce(tx);
  }
  const isForOwner = isSuspended ? isNew : errors + 1 === MAX_ERRORS;
  if (!isForOwner || owner_id === null) return;
  await tx.query(sql`SELECT core.tell('alert', $1::jsonb)`, [
    JSON.stringify([
      {
        ...{ user_id: owner_id, project_id, things: 1 },
        subject: { alert_id: id, problem: isSuspended ? 'suspended' : 'failing' },
      },
    ]),
  ]);
}

/** Open pages of alerts follow. */
async function announce(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_notify('portal_records', 'alert')`);
}
