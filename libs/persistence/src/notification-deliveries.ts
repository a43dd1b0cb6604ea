import { type Channel, EMAIL_PAUSE_SECONDS, TOLD_KINDS } from '@portal/contracts/notifications';
import { type Decision, decide, type DueFacts } from '@portal/domain/telling-decision';
import type { ToldFacts } from '@portal/domain/telling';
import type { Db, Transaction } from './db.js';
import { FACTS } from './notifications.js';
import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/** How long a try may take; a worker that dies in it is followed by another one then. */
export const LEASE_SECONDS = 60;
/** Messages of one pass. */
const AT_ONCE = 50;

/** What goes out as one message to one user. */
export interface DueMessage {
  /** The same over retries. */
  readonly id: string;
  readonly channel: Channel;
  readonly email: string;
  /** Empty without one. */
  readonly slackId: string;
  /** The number of this try, from 1. */
  readonly attempt: number;
  readonly items: readonly ToldFacts[];
}

interface DueRow extends ToldFacts, DueFacts {
  readonly id: string;
  readonly user_id: number;
  readonly email: string;
  readonly slack_id: string;
  readonly message_id: string | null;
  readonly attempts: number;
}

/**
 * Takes what is due: decides of each notification, and leases those that go out. Only the holder of the lease sends them,
 * until it is over; what other workers have locked is passed over.
 */
export async function claimMessages(
  db: Db,
  channels: readonly Channel[],
  now: Date,
): Promise<readonly DueMessage[]> {
  return db.transaction(async (tx) => {
    await tx.query(dropOthers, [channels]);
    const rows = await tx.query<DueRow>(dueRows, [channels, TOLD_KINDS]);
    const messages: DueMessage[] = [];
    for (const of of groupsOf(rows)) {
      const message = await settle(tx, of, now);
      if (message) messages.push(message);
    }
    return messages;
  });
}

export async function markSent(db: Queryable, { id, channel }: DueMessage): Promise<void> {
  await db.query(
    sql`
      UPDATE core.notification_delivery SET state = 'sent', sent_at = clock_timestamp(), reason = NULL
      WHERE message_id = $1 AND channel = $2 AND state = 'waiting'`,
    [id, channel],
  );
}

/** It cannot arrive, however often it is tried. */
export async function markFailed(
  db: Queryable,
  { id, channel }: DueMessage,
  reason: string,
): Promise<void> {
  await db.query(
    sql`
      UPDATE core.notification_delivery SET state = 'failed', reason = $3
      WHERE message_id = $1 AND channel = $2 AND state = 'waiting'`,
    [id, channel, reason],
  );
}

export async function tryAgain(
  db: Queryable,
  { id, channel }: DueMessage,
  seconds: number,
  reason: string,
): Promise<void> {
  await db.query(
    sql`
      UPDATE core.notification_delivery
      SET due_at = clock_timestamp() + make_interval(secs => $3), reason = $4
      WHERE message_id = $1 AND channel = $2 AND state = 'waiting'`,
    [id, channel, seconds, reason],
  );
}

/** The channel takes nothing for so long. */
export async function pauseChannel(
  db: Queryable,
  channel: Channel,
  seconds: number,
): Promise<void> {
  await db.query(
    sql`
      UPDATE core.notification_delivery SET due_at = clock_timestamp() + make_interval(secs => $2)
      WHERE channel = $1 AND state = 'waiting' AND due_at < clock_timestamp() + make_interval(secs => $2)`,
    [channel, seconds],
  );
}

/** Those of one user and channel that go out together: a message that was tried before, or all new ones. */
function groupsOf(rows: readonly DueRow[]): DueRow[][] {
  const groups = new Map<string, DueRow[]>();
  for (const row of rows) {
    const key = `${row.channel} ${row.user_id}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [row]);
    else if (group[0]?.message_id === row.message_id) group.push(row);
  }
  return [...groups.values()];
}

async function settle(
  tx: Transaction,
  rows: readonly DueRow[],
  now: Date,
): Promise<DueMessage | undefined> {
  const sent: DueRow[] = [];
  for (const row of rows) {
    const decision = decide(row, now);
    if (decision.act === 'send') sent.push(row);
    else await postpone(tx, row, decision);
  }
  const [first] = sent;
  if (!first) return undefined;
  const { channel, email, slack_id: slackId, attempts } = first;
  const id = first.message_id ?? first.id;
  await tx.query(
    sql`
      UPDATE core.notification_delivery
      SET message_id = $2, attempts = attempts + 1, tried_at = coalesce(tried_at, clock_timestamp()), due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      WHERE notification_id = ANY ($1) AND channel = $3`,
    [sent.map((row) => row.id), id, channel],
  );
  return { id, channel, email, slackId, attempt: attempts + 1, items: sent };
}

async function postpone(
  tx: Transaction,
  { id, channel }: DueRow,
  decision: Exclude<Decision, { act: 'send' }>,
): Promise<void> {
  const until = decision.act === 'wait' ? decision.until.toISOString() : null;
  await tx.query(
    sql`
      UPDATE core.notification_delivery SET reason = $3, due_at = coalesce($4, due_at),
        state = CASE WHEN $4::timestamptz IS NULL THEN 'dropped' ELSE 'waiting' END
      WHERE notification_id = $1 AND channel = $2`,
    [id, channel, decision.reason, until],
  );
}

const dropOthers = sql`
UPDATE core.notification_delivery SET state = 'dropped', reason = 'The portal has no such channel'
WHERE state = 'waiting' AND due_at <= clock_timestamp() AND channel <> ALL ($1)`;

/** Of a user one message a second by each channel. What comes to an e-mail in its pause goes with it. */
const dueRows = sql`
WITH due AS MATERIALIZED (
  SELECT DISTINCT told.user_id, delivery.channel
  FROM (
    SELECT notification_id, channel FROM core.notification_delivery
    WHERE state = 'waiting' AND due_at <= clock_timestamp() AND channel = ANY ($1)
    ORDER BY due_at LIMIT ${AT_ONCE}
  ) AS delivery
  JOIN core.notification AS told ON told.id = delivery.notification_id
  WHERE NOT EXISTS (
    SELECT FROM core.notification AS earlier
    JOIN core.notification_delivery AS gone ON gone.notification_id = earlier.id
    WHERE earlier.user_id = told.user_id AND gone.channel = delivery.channel
      AND gone.sent_at > clock_timestamp() - interval '1 second')
)
SELECT ${FACTS}, told.user_id, told.created_at, told.read_at IS NOT NULL AS is_read,
  app_user.email, app_user.slack_id, app_user.is_active,
  coalesce(app_user.timezone, core.reporting_zone()) AS zone,
  told.project_id IS NULL OR told.kind = 'role' OR EXISTS (
    SELECT FROM core.user_grant AS held
    WHERE held.user_id = told.user_id AND held.project_id IN (0, told.project_id)
      AND (told.kind <> 'alert'
        OR core.may_see_alert((told.subject ->> 'alert_id')::integer, told.user_id))) AS is_allowed,
  CASE
    WHEN told.subject ? 'task_ids' THEN NOT EXISTS (
      SELECT FROM core.task WHERE turing_task_id IN (
        SELECT id::bigint FROM jsonb_array_elements_text(told.subject -> 'task_ids') AS ids (id)))
    WHEN told.kind = 'import' THEN NOT EXISTS (
      SELECT FROM core.task_import WHERE id = (told.subject ->> 'import_id')::uuid)
    WHEN told.kind = 'alert' THEN NOT EXISTS (
      SELECT FROM core.alert WHERE id = (told.subject ->> 'alert_id')::integer)
    ELSE false
  END AS is_gone,
  (
    SELECT how FROM core.notification_choice AS choice
    WHERE choice.user_id = told.user_id AND choice.kind = told.kind AND choice.channel = delivery.channel
  ) AS how,
  delivery.channel, delivery.message_id, delivery.attempts
FROM due
JOIN core.notification AS told USING (user_id)
JOIN core.notification_delivery AS delivery
  ON delivery.notification_id = told.id AND delivery.channel = due.channel
JOIN core.app_user ON app_user.id = told.user_id
WHERE delivery.state = 'waiting' AND told.kind = ANY ($2)
  AND delivery.due_at <= clock_timestamp() + CASE
    WHEN delivery.channel = 'email' AND delivery.attempts = 0 THEN interval '${EMAIL_PAUSE_SECONDS} seconds'
    ELSE interval '0' END
ORDER BY delivery.message_id, told.created_at, told.id
FOR UPDATE OF delivery SKIP LOCKED`;
