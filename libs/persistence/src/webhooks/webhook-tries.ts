import type { Db } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** How long a try may take with all that belongs to it; a worker that dies in it is followed by another one then. */
const LEASE_SECONDS = 60;
/** Tries of one webhook at a time in one worker, and while it fails. */
const AT_ONCE = 2;
const AT_ONCE_FAILING = 1;
/** The pause between two events `project.changed` of a project. */
const CHANGED_SECONDS = 10;
/** A webhook whose retries are over is disabled if nothing has succeeded for so long. */
const FAILING_DAYS = 3;

/** What one try sends. */
export interface WebhookTry {
  /** The same over retries. */
  readonly event_id: string;
  readonly webhook_id: number;
  readonly project_id: number;
  readonly url: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly revision: number;
  /** When it happened. */
  readonly created_at: string;
  /** The number of this try, from 1. */
  readonly tries: number;
  /** Each signs it. The newest first. */
  readonly secrets: readonly string[];
}

/** What came of a try. */
export interface TryResult {
  readonly at: Date;
  readonly took_ms: number;
  /** Null without an answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** Null for a success. */
  readonly problem: string | null;
}

/**
 * Leases what is due. Only the holder of the lease tries it, until it is over; what others have locked is passed over.
 * @param busy how many tries of each webhook the caller has in flight, by its id
 * @param most how many more the caller takes
 */
export async function claimTries(
  db: Db,
  busy: Readonly<Record<string, number>>,
  most: number,
): Promise<readonly WebhookTry[]> {
  return db.transaction(async (tx) => {
    await tx.query(dropUnwanted);
    const claimed = await tx.query<Pick<WebhookTry, 'event_id' | 'webhook_id'>>(claim, [
      JSON.stringify(busy),
      most,
    ]);
    if (claimed.length === 0) return [];
    const keys = [
      claimed.map(({ event_id }) => event_id),
      claimed.map(({ webhook_id }) => webhook_id),
    ];
    await tx.query(
      sql`
        UPDATE core.webhook_event SET revision = core.revision_of(project_id)
        WHERE id = ANY ($1::uuid[]) AND revision IS NULL`,
      [keys[0]],
    );
    return tx.query<WebhookTry>(claimedTries, keys);
  });
}

/** Writes `project.changed` for the webhooks that were told of another revision than that of now. */
export async function tellOfChanges(db: Queryable): Promise<void> {
  await db.query(sql`
    WITH behind AS MATERIALIZED (
      SELECT webhook.id, project_id, core.revision_of(project_id) AS revision, gen_random_uuid() AS event
      FROM core.webhook JOIN core.project ON project.id = project_id
      WHERE is_enabled AND 'project.changed' = ANY (types) AND archived_at IS NULL
        AND told_revision IS DISTINCT FROM core.revision_of(project_id)
        AND coalesce(told_at <= now() - interval '${CHANGED_SECONDS} seconds', true)
      FOR UPDATE OF webhook SKIP LOCKED),
    told AS (
      UPDATE core.webhook SET told_revision = behind.revision, told_at = now()
      FROM behind WHERE behind.id = webhook.id),
    event AS (
      INSERT INTO core.webhook_event (id, project_id, type, payload, revision)
      SELECT event, project_id, 'project.changed', '{}', revision FROM behind)
    INSERT INTO core.webhook_delivery (event_id, webhook_id) SELECT event, id FROM behind`);
}

export async function markSent(db: Db, one: WebhookTry, result: TryResult): Promise<void> {
  await db.transaction(async (tx) => {
    await log(tx, one, result);
    await tx.query(
      sql`
        UPDATE core.webhook_delivery SET state = 'sent'
        WHERE event_id = $1 AND webhook_id = $2 AND state = 'waiting'`,
      [one.event_id, one.webhook_id],
    );
    await tx.query(
      sql`UPDATE core.webhook SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL`,
      [one.webhook_id],
    );
  });
}

/** @param seconds until the next try; null if there is none */
export async function markFailed(
  db: Db,
  one: WebhookTry,
  result: TryResult,
  seconds: number | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await log(tx, one, result);
    await tx.query(
      sql`
        UPDATE core.webhook_delivery SET
          state = CASE WHEN $3::float8 IS NULL THEN 'failed' ELSE 'waiting' END,
          due_at = clock_timestamp() + make_interval(secs => coalesce($3, 0))
        WHERE event_id = $1 AND webhook_id = $2 AND state = 'waiting' AND tries = $4`,
      [one.event_id, one.webhook_id, seconds, one.tries],
    );
    await tx.query(
      sql`UPDATE core.webhook SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL`,
      [one.webhook_id, result.at],
    );
    if (seconds !== null) return;
    await tx.query(
      sql`
        UPDATE core.webhook SET is_enabled = false,
          disabled_reason = 'No try has succeeded for ${FAILING_DAYS} days'
        WHERE id = $1 AND is_enabled AND failing_since <= now() - interval '${FAILING_DAYS} days'`,
      [one.webhook_id],
    );
  });
}

/** Nothing goes there any more, until somebody enables it. */
export async function disableWebhook(db: Queryable, id: number, reason: string): Promise<void> {
  await db.query(
    sql`UPDATE core.webhook SET is_enabled = false, disabled_reason = $2 WHERE id = $1 AND is_enabled`,
    [id, reason],
  );
}

/** The webhook takes nothing for so long. */
export async function pauseWebhook(db: Queryable, id: number, seconds: number): Promise<void> {
  await db.query(
    sql`
      UPDATE core.webhook_delivery
      SET due_at = greatest(due_at, clock_timestamp() + make_interval(secs => $2))
      WHERE webhook_id = $1 AND state = 'waiting'`,
    [id, seconds],
  );
}

/** Not for a delivery that was deleted meanwhile. */
async function log(tx: Queryable, one: WebhookTry, result: TryResult): Promise<void> {
  const { at, took_ms, status, answer, problem } = result;
  await tx.query(
    sql`
      INSERT INTO core.webhook_try (event_id, webhook_id, at, took_ms, status, answer, problem)
      SELECT event_id, webhook_id, $3, $4, $5, $6, $7 FROM core.webhook_delivery
      WHERE event_id = $1 AND webhook_id = $2 FOR KEY SHARE`,
    [one.event_id, one.webhook_id, at, took_ms, status, answer, problem],
  );
}

/** What was written while its webhook was disabled or its project archived. */
const dropUnwanted = sql`
UPDATE core.webhook_delivery AS delivery SET state = 'dropped'
FROM core.webhook JOIN core.project ON project.id = project_id
WHERE webhook.id = delivery.webhook_id AND delivery.state = 'waiting' AND delivery.due_at <= now()
  AND (NOT is_enabled OR archived_at IS NOT NULL)`;

const claim = sql`
WITH due AS (
  SELECT waiting.event_id, webhook.id AS webhook_id
  FROM core.webhook CROSS JOIN LATERAL (
    SELECT event_id, due_at FROM core.webhook_delivery
    WHERE webhook_id = webhook.id AND state = 'waiting' AND due_at <= now()
    ORDER BY due_at
    LIMIT greatest(0, CASE WHEN failing_since IS NULL THEN ${AT_ONCE} ELSE ${AT_ONCE_FAILING} END
      - coalesce(($1::jsonb ->> webhook.id::text)::integer, 0))
    FOR UPDATE SKIP LOCKED
  ) AS waiting
  WHERE is_enabled
  ORDER BY due_at LIMIT $2)
UPDATE core.webhook_delivery AS delivery
SET tries = tries + 1, due_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
FROM due
WHERE delivery.event_id = due.event_id AND delivery.webhook_id = due.webhook_id
RETURNING delivery.event_id, delivery.webhook_id`;

const claimedTries = sql`
SELECT event_id, webhook_id, event.project_id, url, type, payload, event.revision, event.created_at, tries,
  ARRAY(
    SELECT secret FROM core.webhook_secret AS kept
    WHERE kept.webhook_id = delivery.webhook_id AND (valid_until IS NULL OR valid_until > now())
    ORDER BY made_at DESC) AS secrets
FROM unnest($1::uuid[], $2::integer[]) AS claimed (event_id, webhook_id)
JOIN core.webhook_delivery AS delivery USING (event_id, webhook_id)
JOIN core.webhook_event AS event ON event.id = event_id
JOIN core.webhook ON webhook.id = webhook_id`;
