import {
  NOTIFICATION_DAYS,
  type NotificationsQuery,
  TOLD_KINDS,
} from '@portal/contracts/notifications';
import type { ToldFacts } from '@portal/domain/telling';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface StoredNotification extends ToldFacts {
  readonly id: string;
  readonly created_at: string;
  readonly read_at: string | null;
}

/** Where a page ends. */
export interface NotificationPlace {
  readonly at: string;
  readonly id: string;
}

/** The notifications of the user, the newest first, without those that only another version knows. */
export function readNotifications(
  db: Queryable,
  userId: number,
  { show, limit }: Pick<NotificationsQuery, 'show' | 'limit'>,
  after: NotificationPlace | null,
): Promise<readonly StoredNotification[]> {
  return db.query<StoredNotification>(
    sql`
      SELECT ${FACTS}, told.created_at, told.read_at
      FROM core.notification AS told
      WHERE user_id = $1 AND kind = ANY ($2) AND ${SHOWN[show]}
        AND ($3::timestamptz IS NULL OR (told.created_at, told.id) < ($3, $4::uuid))
      ORDER BY told.created_at DESC, told.id DESC
      LIMIT $5`,
    [userId, TOLD_KINDS, after?.at ?? null, after?.id ?? null, limit],
  );
}

export async function countUnread(db: Queryable, userId: number): Promise<number> {
  const [counted] = await db.query<{ unread: number }>(
    sql`
      SELECT count(*)::integer AS unread FROM core.notification
      WHERE user_id = $1 AND read_at IS NULL AND kind = ANY ($2)`,
    [userId, TOLD_KINDS],
  );
  return counted?.unread ?? 0;
}

/** @returns whether the user has such a notification */
export async function markRead(db: Queryable, userId: number, id: string): Promise<boolean> {
  const found = await db.query(
    sql`
      WITH read AS (
        UPDATE core.notification SET read_at = now() WHERE id = $2 AND user_id = $1 AND read_at IS NULL)
      SELECT FROM core.notification WHERE id = $2 AND user_id = $1`,
    [userId, id],
  );
  return found.length > 0;
}

export async function markAllRead(
  db: Queryable,
  userId: number,
  until: string | undefined,
): Promise<void> {
  await db.query(
    sql`
      UPDATE core.notification SET read_at = now()
      WHERE user_id = $1 AND read_at IS NULL AND ($2::timestamptz IS NULL OR created_at <= $2)`,
    [userId, until ?? null],
  );
}

/** Forgets what was told long ago, read or not. @returns how many */
export async function pruneNotifications(db: Queryable): Promise<number> {
  const [pruned] = await db.query<{ count: number }>(sql`
    WITH old AS (
      DELETE FROM core.notification WHERE created_at < now() - interval '${NOTIFICATION_DAYS} days'
      RETURNING id)
    SELECT count(*)::integer AS count FROM old`);
  return pruned?.count ?? 0;
}

const SHOWN = {
  all: sql`true`,
  unread: sql`told.read_at IS NULL`,
  read: sql`told.read_at IS NOT NULL`,
} as const satisfies Record<NotificationsQuery['show'], string>;

const named = (table: string, ids: string): string => sql`(
  SELECT coalesce(jsonb_agg(name ORDER BY name), '[]') FROM core.${table}
  WHERE told.subject -> '${ids}' @> to_jsonb(id))`;

/** Who chose a Slack channel for an alert has shown it there. */
const SEES_ALERT = sql`(told.user_id IS NULL
  OR core.may_see_alert((told.subject ->> 'alert_id')::integer, told.user_id))`;

/** The names of today. That of a project which the user has left is not shown, unless it says that they have. */
export const FACTS = sql`
told.id, told.kind, told.things, coalesce(told.subject -> 'task_ids', '[]') AS task_ids,
(SELECT name FROM core.app_user WHERE id = (told.subject ->> 'by')::integer) AS by,
(
  SELECT name FROM core.project
  WHERE id = told.project_id AND id <> 0 AND (told.kind = 'role' OR told.user_id IS NULL OR EXISTS (
    SELECT FROM core.user_grant AS held
    WHERE held.user_id = told.user_id AND held.project_id IN (0, told.project_id)))
) AS project,
CASE WHEN told.subject ? 'import_id' THEN jsonb_build_object(
  'id', told.subject -> 'import_id', 'state', told.subject -> 'state',
  'file_name', (SELECT file_name FROM core.task_import WHERE id = (told.subject ->> 'import_id')::uuid))
END AS import,
jsonb_build_object('targets', ${named('pod', 'pod_ids')}, 'joined', ${named('pod', 'pods_joined')},
  'changed', ${named('pod', 'pods_changed')}, 'left', ${named('pod', 'pods_left')},
  'behind', ${named('pod', 'pods_behind')}, 'led', ${named('pod', 'pods_led')}) AS pods,
CASE WHEN told.subject ? 'alert_id' THEN jsonb_build_object(
  'id', told.subject -> 'alert_id', 'project_id', told.project_id,
  'name', CASE WHEN ${SEES_ALERT} THEN (
    SELECT name FROM core.alert WHERE id = (told.subject ->> 'alert_id')::integer) END,
  'problem', told.subject -> 'problem', 'more', coalesce(told.subject -> 'more', '0'),
  'fired', coalesce(told.subject -> 'fired', '0'), 'still', coalesce(told.subject -> 'still', '0'),
  'recovered', coalesce(told.subject -> 'recovered', '0'), 'lost', coalesce(told.subject -> 'lost', '0'),
  'keys', (SELECT coalesce(jsonb_agg(DISTINCT key), '[]') FROM core.alert_change
    WHERE key <> '' AND told.subject -> 'change_ids' @> to_jsonb(id)
      AND ${SEES_ALERT}))
END AS alert,
jsonb_build_object('given', ${named('role', 'roles_given')}, 'taken', ${named('role', 'roles_taken')}) AS roles,
(
  SELECT jsonb_build_object('project_id', project_id, 'name', name, 'disabled_reason', disabled_reason)
  FROM core.webhook WHERE told.subject -> 'webhook_ids' @> to_jsonb(id) ORDER BY id LIMIT 1
) AS webhook,
CASE WHEN told.subject ? 'digest' THEN (
  SELECT told.subject -> 'digest' || jsonb_build_object(
    'project_id', told.project_id, 'email', (SELECT email FROM core.app_user WHERE id = told.user_id),
    'project', seen.name,
    'pod', (SELECT name FROM core.pod
      WHERE id = (told.subject -> 'digest' ->> 'pod_id')::integer AND seen.name IS NOT NULL),
    'behind', (SELECT coalesce(jsonb_agg(jsonb_build_object('pod', pod.name, 'count', one.count) ORDER BY pod.name), '[]')
      FROM jsonb_to_recordset(told.subject -> 'digest' -> 'behind') AS one (pod_id integer, count integer)
      JOIN core.pod ON pod.id = one.pod_id WHERE seen.name IS NOT NULL),
    'imports', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', import.id, 'file_name', import.file_name,
        'inserted', coalesce(inserted, 0), 'updated', coalesce(updated, 0)) ORDER BY finished_at DESC), '[]')
      FROM core.task_import AS import
      WHERE told.subject -> 'digest' -> 'imports' @> to_jsonb(import.id) AND seen.name IS NOT NULL))
  FROM (SELECT (
    SELECT name FROM core.project WHERE id = told.project_id AND EXISTS (
      SELECT FROM core.user_grant AS held
      WHERE held.user_id = told.user_id AND held.project_id IN (0, told.project_id))) AS name) AS seen
) END AS digest`;
