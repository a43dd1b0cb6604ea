import { sql } from '../sql.js';

/**
 * SQL of the current name of a record's item; empty if it has none or is deleted. An item that has
 * moved to another project has no name here, because its new project may be hidden from the caller.
 */
export function nameOfItem(record: string): string {
  const id = idOf(record, 1);
  const here = (table: string) =>
    sql`${table}.project_id IS NOT DISTINCT FROM ${record}.project_id`;
  return sql`
    coalesce(CASE ${record}.entity
      WHEN 'permission' THEN (SELECT name FROM core.permission WHERE id = ${id})
      WHEN 'role' THEN (SELECT name FROM core.role WHERE id = ${id})
      WHEN 'role_permission' THEN (SELECT name FROM core.role WHERE id = ${id})
      WHEN 'app_user' THEN (SELECT email FROM core.app_user WHERE id = ${id})
      WHEN 'google_account' THEN (SELECT email FROM core.app_user WHERE id = ${id})
      WHEN 'user_role' THEN (SELECT email FROM core.app_user WHERE id = ${id})
      WHEN 'api_token' THEN (SELECT name FROM core.api_token WHERE id = ${id})
      WHEN 'project' THEN (SELECT name FROM core.project WHERE id = ${id})
      WHEN 'pod' THEN (SELECT name FROM core.pod WHERE id = ${id} AND ${here('pod')})
      WHEN 'pod_member' THEN (
        SELECT member.user_email FROM core.pod_member AS member
        JOIN core.pod ON pod.name = member.pod_name
        WHERE member.id = ${id} AND ${here('pod')})
      WHEN 'pod_weekly_target' THEN (
        SELECT target.pod_name || ', ' || target.week_start_date FROM core.pod_weekly_target AS target
        JOIN core.pod ON pod.name = target.pod_name
        WHERE target.id = ${id} AND ${here('pod')})
      WHEN 'custom_stat' THEN (
        SELECT name FROM core.custom_stat AS stat WHERE id = ${id} AND ${here('stat')})
      WHEN 'alert' THEN (
        SELECT name FROM core.alert WHERE id = ${id} AND ${here('alert')})
      WHEN 'file_format' THEN (
        SELECT name FROM core.file_format AS format WHERE id = ${id} AND ${here('format')})
      WHEN 'review_reason' THEN (
        SELECT name FROM core.review_reason AS reason WHERE id = ${id} AND ${here('reason')})
      WHEN 'webhook' THEN (SELECT name FROM core.webhook WHERE id = ${id} AND ${here('webhook')})
      WHEN 'task_feedback' THEN (
        SELECT task.turing_task_id::text FROM core.task_feedback AS feedback JOIN core.task USING (turing_task_id)
        WHERE feedback.id = ${id} AND ${here('task')})
      WHEN 'task_status_change' THEN (
        SELECT task.turing_task_id::text FROM core.task_status_change AS change JOIN core.task USING (turing_task_id)
        WHERE change.id = ${id} AND ${here('task')})
      WHEN 'batch' THEN (
        SELECT name FROM core.batch
        WHERE batch.project_id = ${id} AND turing_batch_id = ${idOf(record, 2)})
      WHEN 'task_import' THEN (
        SELECT file_name FROM core.task_import
        WHERE id = CASE WHEN ${record}.entity_id ~ '^[0-9a-f-]{36}$' THEN ${record}.entity_id::uuid END)
    END, '')`;
}

/** A part of the key; null for a summary of many rows. */
function idOf(record: string, part: 1 | 2): string {
  const text = sql`split_part(${record}.entity_id, '/', ${part})`;
  return sql`CASE WHEN ${text} ~ '^[0-9]{1,18}$' THEN ${text}::bigint END`;
}
