import type { Channel, Choices, Deliveries, How, ToldKind } from '@portal/contracts/notifications';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** What the user has chosen otherwise than the portal does. */
export function readChoices(
  db: Queryable,
  userId: number,
): Promise<readonly Choices['choices'][number][]> {
  return db.query(sql`SELECT kind, channel, how FROM core.notification_choice WHERE user_id = $1`, [
    userId,
  ]);
}

export async function storeChoice(
  db: Queryable,
  userId: number,
  kind: ToldKind,
  channel: Channel,
  how: How,
): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.notification_choice (user_id, kind, channel, how) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, kind, channel) DO UPDATE SET how = excluded.how`,
    [userId, kind, channel, how],
  );
}

/** The zone of the user's hours. */
export async function zoneOf(db: Queryable, userId: number): Promise<string> {
  const [found] = await db.query<{ zone: string }>(
    sql`SELECT coalesce(timezone, core.reporting_zone()) AS zone FROM core.app_user WHERE id = $1`,
    [userId],
  );
  if (!found) throw new Error('the caller is gone');
  return found.zone;
}

/** By channel: why the last message of the user did not arrive. */
export async function readProblems(
  db: Queryable,
  userId: number,
): Promise<ReadonlyMap<Channel, string>> {
  const found = await db.query<{ channel: Channel; reason: string; state: string }>(
    sql`
      SELECT DISTINCT ON (channel) channel, reason, state
      FROM core.notification_delivery JOIN core.notification ON id = notification_id
      WHERE user_id = $1 AND (state IN ('sent', 'failed') OR (state = 'waiting' AND attempts > 0))
      ORDER BY channel, created_at DESC`,
    [userId],
  );
  const failed = found.filter(({ state, reason }) => state !== 'sent' && reason !== null);
  return new Map(failed.map(({ channel, reason }) => [channel, reason]));
}

/** What became of a notification of the user; none of that of another one. */
export function readDeliveries(
  db: Queryable,
  userId: number,
  id: string,
): Promise<readonly Deliveries['items'][number][]> {
  return db.query(
    sql`
      SELECT channel, state, sent_at, reason, CASE state WHEN 'waiting' THEN due_at END AS due_at
      FROM core.notification_delivery JOIN core.notification ON id = notification_id
      WHERE user_id = $1 AND id = $2 ORDER BY channel DESC`,
    [userId, id],
  );
}

/** A notification for one channel alone, which goes out at once. @returns its id */
export async function insertTest(db: Queryable, userId: number, channel: Channel): Promise<string> {
  const [test] = await db.query<{ id: string }>(
    sql`
      INSERT INTO core.notification (id, user_id, kind, things, subject)
      VALUES (gen_random_uuid(), $1, 'test', 1, '{}') RETURNING id`,
    [userId],
  );
  if (!test) throw new Error('an INSERT without a row');
  await db.query(
    sql`DELETE FROM core.notification_delivery WHERE notification_id = $1 AND channel <> $2`,
    [test.id, channel],
  );
  await db.query(
    sql`UPDATE core.notification_delivery SET due_at = clock_timestamp() WHERE notification_id = $1`,
    [test.id],
  );
  return test.id;
}
