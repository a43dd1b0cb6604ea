import type { NewWebhook, Webhook, WebhookUpdate } from '@portal/contracts/webhooks';
import { WEBHOOKS_LOCK } from '../locks.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** Secrets that sign at the same time, at most: with more rotations the oldest ends early. */
const MAX_SECRETS = 3;

const SHOWN = sql`
webhook.id, project_id, name, url, types, is_enabled, disabled_reason, failing_since, secret_made_at,
(
  SELECT count(*)::integer FROM core.webhook_delivery
  WHERE webhook_id = webhook.id AND state = 'waiting'
) AS waiting,
(
  SELECT max(valid_until) FROM core.webhook_secret
  WHERE webhook_id = webhook.id AND valid_until > now()
) AS old_secret_until,
created_at, updated_at`;

/** The webhooks of the project by name. */
export function readWebhooks(db: Queryable, projectId: number): Promise<readonly Webhook[]> {
  return db.query<Webhook>(
    sql`SELECT ${SHOWN} FROM core.webhook WHERE project_id = $1 ORDER BY name, id`,
    [projectId],
  );
}

export async function readWebhook(
  db: Queryable,
  projectId: number,
  id: number,
): Promise<Webhook | undefined> {
  const [found] = await db.query<Webhook>(
    sql`SELECT ${SHOWN} FROM core.webhook WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  );
  return found;
}

/** The number of webhooks of the project, which no other transaction changes until the end of this one. */
export async function countWebhooks(tx: Queryable, projectId: number): Promise<number> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${WEBHOOKS_LOCK}, $1)`, [projectId]);
  const [counted] = await tx.query<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM core.webhook WHERE project_id = $1`,
    [projectId],
  );
  return counted?.count ?? 0;
}

export async function insertWebhook(
  tx: Queryable,
  projectId: number,
  { name, url, types, is_enabled }: NewWebhook,
  secret: string,
): Promise<number> {
  const [inserted] = await tx.query<{ id: number }>(
    sql`
      INSERT INTO core.webhook (project_id, name, url, types, is_enabled) VALUES ($1, $2, $3, $4, $5)
      RETURNING id`,
    [projectId, name, url, types, is_enabled],
  );
  if (!inserted) throw new Error('an INSERT without a row');
  await insertSecret(tx, inserted.id, secret);
  return inserted.id;
}

/** @returns whether there is such a webhook */
export async function updateWebhook(
  tx: Queryable,
  projectId: number,
  id: number,
  { name, url, types, is_enabled }: WebhookUpdate,
): Promise<boolean> {
  const updated = await tx.query(
    sql`
      UPDATE core.webhook SET name = coalesce($3, name), url = coalesce($4, url),
        types = coalesce($5, types), is_enabled = coalesce($6, is_enabled), updated_at = now(),
        disabled_reason = CASE WHEN $6 THEN NULL ELSE disabled_reason END
      WHERE project_id = $1 AND id = $2 RETURNING id`,
    [projectId, id, name ?? null, url ?? null, types ?? null, is_enabled ?? null],
  );
  return updated.length > 0;
}

/** @returns whether there was such a webhook */
export async function deleteWebhook(
  tx: Queryable,
  projectId: number,
  id: number,
): Promise<boolean> {
  const deleted = await tx.query(
    sql`DELETE FROM core.webhook WHERE project_id = $1 AND id = $2 RETURNING id`,
    [projectId, id],
  );
  return deleted.length > 0;
}

/** The former secrets sign for so many hours more. @returns whether there is such a webhook */
export async function rotateSecret(
  tx: Queryable,
  projectId: number,
  id: number,
  secret: string,
  overlapHours: number,
): Promise<boolean> {
  const found = await tx.query(
    sql`
      UPDATE core.webhook SET secret_made_at = now(), updated_at = now()
      WHERE project_id = $1 AND id = $2 RETURNING id`,
    [projectId, id],
  );
  if (found.length === 0) return false;
  await tx.query(
    sql`
      UPDATE core.webhook_secret
      SET valid_until = least(valid_until, now() + make_interval(hours => $2)) WHERE webhook_id = $1`,
    [id, overlapHours],
  );
  await insertSecret(tx, id, secret);
  await tx.query(
    sql`
      DELETE FROM core.webhook_secret WHERE webhook_id = $1 AND (valid_until <= now() OR made_at NOT IN (
        SELECT made_at FROM core.webhook_secret WHERE webhook_id = $1
        ORDER BY made_at DESC LIMIT ${MAX_SECRETS}))`,
    [id],
  );
  return true;
}

/** @throws an error that means `archived` if the project is read-only: not every table of webhooks has the trigger */
export async function refuseArchived(tx: Queryable, projectId: number): Promise<void> {
  await tx.query(sql`SELECT core.refuse_archived(ARRAY[$1::integer])`, [projectId]);
}

async function insertSecret(tx: Queryable, id: number, secret: string): Promise<void> {
  await tx.query(sql`INSERT INTO core.webhook_secret (webhook_id, secret) VALUES ($1, $2)`, [
    id,
    secret,
  ]);
}
