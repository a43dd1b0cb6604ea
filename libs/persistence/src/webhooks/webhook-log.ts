import {
  type DeliveriesQuery,
  type DeliveryDetail,
  MAX_REPLAYED,
  type Replay,
  WEBHOOK_DAYS,
  WEBHOOK_TEST,
  type WebhookDelivery,
} from '@portal/contracts/webhooks';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** Where a page ends. */
export interface DeliveryPlace {
  readonly at: string;
  readonly id: string;
}

/** The deliveries of a webhook, the newest first. */
export function readDeliveries(
  db: Queryable,
  webhookId: number,
  { state, limit }: Pick<DeliveriesQuery, 'state' | 'limit'>,
  after: DeliveryPlace | null,
): Promise<readonly WebhookDelivery[]> {
  return db.query<WebhookDelivery>(
    sql`
      SELECT ${SHOWN} ${FROM}
      WHERE delivery.webhook_id = $1 AND ($2::text IS NULL OR delivery.state = $2)
        AND ($3::timestamptz IS NULL OR (delivery.created_at, delivery.event_id) < ($3, $4::uuid))
      ORDER BY delivery.created_at DESC, delivery.event_id DESC LIMIT $5`,
    [webhookId, state ?? null, after?.at ?? null, after?.id ?? null, limit],
  );
}

export async function readDelivery(
  db: Queryable,
  webhookId: number,
  eventId: string,
): Promise<DeliveryDetail | undefined> {
  const [found] = await db.query<Omit<DeliveryDetail, 'log'>>(
    sql`
      SELECT ${SHOWN}, event.payload ${FROM}
      WHERE delivery.webhook_id = $1 AND delivery.event_id = $2`,
    [webhookId, eventId],
  );
  if (!found) return undefined;
  const log = await db.query<DeliveryDetail['log'][number]>(
    sql`
      SELECT at, took_ms, status, answer, problem FROM core.webhook_try
      WHERE webhook_id = $1 AND event_id = $2 ORDER BY id`,
    [webhookId, eventId],
  );
  return { ...found, log: [...log] };
}

/** Writes an event that goes to this webhook alone, at once. @returns its id */
export async function insertTest(tx: Queryable, webhookId: number): Promise<string> {
  const [inserted] = await tx.query<{ id: string }>(
    sql`
      WITH event AS (
        INSERT INTO core.webhook_event (id, project_id, type, payload)
        SELECT gen_random_uuid(), project_id, '${WEBHOOK_TEST}', '{}' FROM core.webhook WHERE id = $1
        RETURNING id)
      INSERT INTO core.webhook_delivery (event_id, webhook_id) SELECT id, $1 FROM event
      RETURNING event_id AS id`,
    [webhookId],
  );
  if (!inserted) throw new Error('an INSERT without a row');
  return inserted.id;
}

/** It is tried again at once, with all retries. @returns whether there is such a delivery */
export async function replayOne(
  tx: Queryable,
  webhookId: number,
  eventId: string,
): Promise<boolean> {
  const found = await tx.query(
    sql`
      WITH again AS (
        UPDATE core.webhook_delivery SET ${AGAIN}
        WHERE webhook_id = $1 AND event_id = $2 AND state <> 'waiting')
      SELECT FROM core.webhook_delivery WHERE webhook_id = $1 AND event_id = $2`,
    [webhookId, eventId],
  );
  return found.length > 0;
}

/** The oldest first, without those that wait. @returns how many, at most MAX_REPLAYED, and whether there are more */
export async function replayRange(
  tx: Queryable,
  webhookId: number,
  { from, until, which }: Replay,
): Promise<{ readonly replayed: number; readonly is_cut: boolean }> {
  const states = which === 'all' ? ['failed', 'dropped', 'sent'] : ['failed', 'dropped'];
  const found = await tx.query<{ event_id: string }>(
    sql`
      SELECT event_id FROM core.webhook_delivery
      WHERE webhook_id = $1 AND created_at BETWEEN $2 AND $3 AND state = ANY ($4)
      ORDER BY created_at, event_id LIMIT ${MAX_REPLAYED + 1} FOR UPDATE`,
    [webhookId, from, until, states],
  );
  const ids = found.slice(0, MAX_REPLAYED).map(({ event_id }) => event_id);
  await tx.query(
    sql`
      UPDATE core.webhook_delivery SET ${AGAIN} WHERE webhook_id = $1 AND event_id = ANY ($2::uuid[])`,
    [webhookId, ids],
  );
  return { replayed: ids.length, is_cut: found.length > ids.length };
}

/** Forgets events of long ago with their tries. @returns how many */
export async function pruneWebhookEvents(db: Queryable): Promise<number> {
  const [pruned] = await db.query<{ count: number }>(sql`
    WITH old AS (
      DELETE FROM core.webhook_event WHERE created_at < now() - interval '${WEBHOOK_DAYS} days'
      RETURNING id)
    SELECT count(*)::integer AS count FROM old`);
  return pruned?.count ?? 0;
}

const AGAIN = sql`state = 'waiting', tries = 0, due_at = clock_timestamp()`;

const SHOWN = sql`
delivery.event_id, event.type, delivery.state, delivery.tries, delivery.created_at,
CASE WHEN delivery.state = 'waiting' THEN delivery.due_at END AS due_at, last.status, last.problem`;

const FROM = sql`
FROM core.webhook_delivery AS delivery
JOIN core.webhook_event AS event ON event.id = delivery.event_id
LEFT JOIN LATERAL (
  SELECT status, problem FROM core.webhook_try AS try
  WHERE try.event_id = delivery.event_id AND try.webhook_id = delivery.webhook_id
  ORDER BY try.id DESC LIMIT 1
) AS last ON true`;
