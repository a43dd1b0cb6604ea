import type { TaskHistory } from '@portal/contracts/tasks';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

const MAX_IMPORTS = 50;

/**
 * What changed a task last, and the imports that changed it, the newest first. Imports are known while what they
 * changed is kept. A value of after is what the next change found, or the present one.
 * @param taskId a stored task
 */
export async function readTaskHistory(db: Queryable, taskId: number): Promise<TaskHistory> {
  const [found] = await db.query<TaskHistory>(history, [taskId, MAX_IMPORTS]);
  return found ?? { last: null, imports: [] };
}

const importJson = sql`
CASE WHEN task_import.id IS NOT NULL THEN jsonb_build_object('import_id', task_import.id,
  'file_name', task_import.file_name, 'undoes', task_import.undoes) END`;

/** Earlier values of the task by the time when they were replaced. */
const replaced = sql`
SELECT noted.at, stored.before
FROM core.task_before AS stored
JOIN core.task_transaction AS noted USING (xid)
WHERE stored.turing_task_id = $1
UNION ALL
SELECT noted.at, jsonb_build_object('reviews', jsonb_array_length(stored.reviews))
FROM core.task_reviews_before AS stored
JOIN core.task_transaction AS noted USING (xid)
WHERE stored.turing_task_id = $1
UNION ALL
SELECT at, before FROM core.audit
WHERE entity = 'task' AND entity_id = $1::text AND before IS NOT NULL`;

const history = sql`
WITH task AS (
  SELECT task.changed_in, to_jsonb(task) || jsonb_build_object('reviews', (
      SELECT count(*) FROM core.task_review AS review
      WHERE review.turing_task_id = task.turing_task_id)) AS present
  FROM core.task
  WHERE turing_task_id = $1
), replaced AS (
  ${replaced}
), step AS (
  SELECT xid, CASE WHEN before ? 'turing_task_id' THEN 'removed' ELSE 'changed' END AS change,
    before - 'turing_task_id' || coalesce((
      SELECT jsonb_build_object('reviews', jsonb_array_length(reviews))
      FROM core.task_reviews_before AS reviews
      WHERE (reviews.xid, reviews.turing_task_id) = (stored.xid, stored.turing_task_id)), '{}') AS before
  FROM core.task_before AS stored
  WHERE turing_task_id = $1
  UNION ALL
  SELECT xid, 'created', '{}'
  FROM core.task_created
  WHERE first_id <= $1 AND last_id >= $1 AND $1 = ANY (ids)
)
SELECT (
    SELECT jsonb_build_object('at', noted.at, 'user_email', noted.actor_email, 'import', ${importJson})
    FROM task
    JOIN core.task_transaction AS noted ON noted.xid = task.changed_in
    LEFT JOIN core.task_import ON task_import.id = noted.import_id
  ) AS last,
  coalesce((
    SELECT jsonb_agg(entry ORDER BY xid DESC)
    FROM (
      SELECT step.xid, jsonb_build_object('at', noted.at, 'user_email', app_user.email,
        'import', ${importJson}, 'change', step.change,
        'fields', CASE WHEN step.change = 'changed' THEN (
          SELECT coalesce(jsonb_agg(jsonb_build_object('field', value.key, 'before', value.value,
            'after', coalesce((
              SELECT later.before -> value.key FROM replaced AS later
              WHERE later.at > noted.at AND later.before ? value.key
              ORDER BY later.at LIMIT 1), (SELECT present -> value.key FROM task)))
            ORDER BY value.key), '[]')
          FROM jsonb_each(step.before) AS value) ELSE '[]'::jsonb END) AS entry
      FROM step
      JOIN core.task_transaction AS noted USING (xid)
      JOIN core.task_import ON task_import.id = noted.import_id
      JOIN core.app_user ON app_user.id = task_import.uploaded_by
      ORDER BY step.xid DESC
      LIMIT $2
    ) AS newest), '[]') AS imports
`;
