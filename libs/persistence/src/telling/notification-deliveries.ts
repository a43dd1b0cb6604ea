import { type Channel, EMAIL_PAUSE_SECONDS, TOLD_KINDS } from '@portal/contracts/notifications';
import { type Decision, decide, type DueFacts } from '@portal/domain/telling-decision';
import type { ToldFacts } from '@portal/domain/telling';
import type { Db, Transaction } from '../db.js';
import { FACTS } from './notifications.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** How long a try may take; a worker that dies in it is followed by another one then. */
export const LEASE_SECONDS = 60;
/** How old a message may be that others of its recipient wait for; so that a busy Slack channel is read fast. */
const LOOKS_BACK_DAYS = 3;
/** Messages of one pass. */
const AT_ONCE = 50;

/** Of a user empty texts where there are none. */
export type Recipient =
  | { readonly email: string; readonly slackId: string }
  | { readonly slackChannel: string };

/** What goes out as one message to one user or Slack channel. */
export interface DueMessage {
  /** The same over retries. */
  readonly id: string;
  readonly channel: Channel;
  readonly to: Recipient;
  /** The number of this try, from 1. */
  readonly attempt: number;
  readonly items: readonly ToldFacts[];
}

interface DueRow extends ToldFacts, DueFacts {
  readonly id: string;
  /** Null for a Slack channel. */
  readonly user_id: number | null;
  readonly slack_channel: string | null;
  readonly email: string | null;
  readonly slack_id: string | null;
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

export async function markSent(db: Queryable, { id, channel, to }: DueMessage): Promise<void> {
  await db.query(
    sql`
      UPDATE core.notification_delivery SET state = 'sent', sent_at = clock_timestamp(), reason = NULL
      WHERE message_id = $1 AND channel = $2 AND state = 'waiting'`,
    [id, channel],
  );
  if ('slackChannel' in to) await announceAlerts(db);
}

/** It cannot arrive, however often it is tried. Of a Slack channel the owner of the alert is told. */
export async function markFailed(
  db: Db,
  { id, channel, to }: DueMessage,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx.query(
      sql`
        UPDATE core.notification_delivery SET state = 'failed', reason = $3
        WHERE message_id = $1 AND channel = $2 AND state = 'waiting' RETURNING notification_id`,
      [id, channel, reason],
    );
    if (failed.length === 0 || !('slackChannel' in to)) return;
    await tx.query(tellOwner, [id]);
    await announceAlerts(tx);
  });
}

/** Open pages of alerts show whether a message has arrived. */
async function announceAlerts(db: Queryable): Promise<void> {
  await db.query(sql`SELECT pg_notify('portal_records', 'alert')`);
}

/** The owner is told once, and again after a message to this channel has arrived. The page shows how a test ended. */
const tellOwner = sql`
SELECT core.tell('alert', jsonb_build_array(jsonb_build_object(
  'user_id', alert.created_by, 'project_id', alert.project_id, 'things', 1,
  'subject', jsonb_build_object('alert_id', alert.id, 'problem', 'channel'))))
FROM core.notification AS told
JOIN core.alert ON alert.id = (told.subject ->> 'alert_id')::integer
WHERE told.id = $1 AND told.slack_channel = alert.slack_channel AND told.kind = 'alert'
  AND 'failed' IS DISTINCT FROM (
    SELECT gone.state
    FROM core.notification AS earlier
    JOIN core.notification_delivery AS gone ON gone.notification_id = earlier.id
    WHERE earlier.slack_channel = told.slack_channel AND earlier.subject @> jsonb_build_object('alert_id', alert.id)
      AND earlier.kind = 'alert' AND gone.state IN ('sent', 'failed') AND gone.message_id <> $1
    ORDER BY earlier.created_at DESC, earlier.id DESC LIMIT 1)`;

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

/**
 * Those of one recipient and channel that go out together: a message that was tried before, or all new ones; to a Slack
 * channel those of one alert.
 */
function groupsOf(rows: readonly DueRow[]): DueRow[][] {
  const groups = new Map<string, DueRow[]>();
  for (const row of rows) {
    const key = `${row.channel} ${row.user_id ?? row.slack_channel}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [row]);
    else if (group[0] && belongTogether(group[0], row)) group.push(row);
  }
  return [...groups.values()];
}

function belongTogether(one: DueRow, other: DueRow): boolean {
  if (one.message_id !== other.message_id) return false;
  return one.slack_channel === null || one.alert?.id === other.alert?.id;
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
  const { channel, attempts } = first;
  const id = first.message_id ?? first.id;
  await tx.query(
    sql`
      UPDATE core.notification_delivery
      SET message_id = $2, attempts = attempts + 1, tried_at = coalesce(tried_at, clock_timestamp()), reason = NULL,
        due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      WHERE notification_id = ANY ($1) AND channel = $3`,
    [sent.map((row) => row.id), id, channel],
  );
  return { id, channel, to: recipientOf(first), attempt: attempts + 1, items: sent };
}

function recipientOf({ slack_channel: slackChannel, email, slack_id: slackId }: DueRow): Recipient {
  if (slackChannel !== null) return { slackChannel };
  return { email: email ?? '', slackId: slackId ?? '' };
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

/** Of a user one message a second by each channel, and of a Slack channel; none while another worker sends one. What comes to an e-mail in its pause goes with it. */
const dueRows = sql`
WITH due AS MATERIALIZED (
  SELECT DISTINCT told.user_id, told.slack_channel, delivery.channel
  FROM (
    SELECT notification_id, channel FROM core.notification_delivery
    WHERE state = 'waiting' AND due_at <= clock_timestamp() AND channel = ANY ($1)
    ORDER BY due_at LIMIT ${AT_ONCE}
  ) AS delivery
  JOIN core.notification AS told ON told.id = delivery.notification_id
  WHERE NOT EXISTS (
    SELECT FROM core.notification AS earlier
    JOIN core.notification_delivery AS gone ON gone.notification_id = earlier.id
    WHERE (earlier.user_id = told.user_id OR earlier.slack_channel = told.slack_channel)
      AND earlier.created_at > clock_timestamp() - interval '${LOOKS_BACK_DAYS} days'
      AND gone.channel = delivery.channel AND (gone.sent_at > clock_timestamp() - interval '1 second'
        OR (gone.state = 'waiting' AND gone.message_id IS NOT NULL AND gone.reason IS NULL AND gone.due_at > clock_timestamp())))
)
SELECT ${FACTS}, told.user_id, told.slack_channel, told.created_at, told.read_at IS NOT NULL AS is_read,
  app_user.email, app_user.slack_id, coalesce(app_user.is_active, true) AS is_active,
  coalesce(app_user.timezone, core.reporting_zone()) AS zone,
  told.user_id IS NULL OR told.project_id IS NULL OR told.kind = 'role' OR EXISTS (
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
  CASE WHEN told.slack_channel IS NOT NULL THEN coalesce((
    SELECT CASE
      WHEN alert.slack_channel IS DISTINCT FROM told.slack_channel THEN 'other_channel'
      WHEN NOT alert.is_active THEN 'inactive'
      WHEN alert.muted_until > clock_timestamp() AND told.kind <> 'test' THEN 'muted'
      ELSE 'wanted' END
    FROM core.alert WHERE id = (told.subject ->> 'alert_id')::integer), 'gone')
  END AS of_alert,
  delivery.channel, delivery.message_id, delivery.attempts
FROM due
JOIN core.notification AS told ON told.user_id = due.user_id OR told.slack_channel = due.slack_channel
JOIN core.notification_delivery AS delivery
  ON delivery.notification_id = told.id AND delivery.channel = due.channel
LEFT JOIN core.app_user ON app_user.id = told.user_id
WHERE delivery.state = 'waiting' AND told.kind = ANY ($2)
  AND delivery.due_at <= clock_timestamp() + CASE
    WHEN delivery.channel = 'email' AND delivery.attempts = 0 THEN interval '${EMAIL_PAUSE_SECONDS} seconds'
    ELSE interval '0' END
ORDER BY delivery.message_id, told.created_at, told.id
FOR UPDATE OF delivery SKIP LOCKED`;
