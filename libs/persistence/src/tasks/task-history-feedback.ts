import { sql } from '../sql.js';

/**
 * The feedback on the task `$1`, also what was deleted with it: that stands in the group of the task's deletion.
 * `OFFSET 0` finds each record by its key, and never among all of the audit.
 */
const feedbackIds = sql`
SELECT id::text AS id FROM core.task_feedback WHERE turing_task_id = $1
UNION
SELECT gone.entity_id
FROM (
  SELECT group_id FROM core.audit
  WHERE entity = 'task' AND entity_id = $1::text AND action = 'delete'
  OFFSET 0
) AS removal
CROSS JOIN LATERAL (SELECT * FROM core.audit WHERE audit.group_id = removal.group_id OFFSET 0) AS gone
WHERE gone.entity = 'task_feedback' AND gone.action = 'delete' AND gone.before ->> 'turing_task_id' = $1::text`;

/** What the audit has of it, in the projects of the caller. The words that a record does not change are those of after. */
const records = sql`
SELECT record.*, feedback.words AS present,
  record.action <> 'create' AND record.before ->> 'withdrawn_at' IS NULL AS was_there,
  record.action <> 'delete' AND record.after ->> 'withdrawn_at' IS NULL AS is_there
FROM (${feedbackIds}) AS known
CROSS JOIN LATERAL (
  SELECT * FROM core.audit WHERE entity = 'task_feedback' AND entity_id = known.id OFFSET 0
) AS record
LEFT JOIN core.task_feedback AS feedback ON feedback.id = known.id::integer
WHERE $5::integer[] IS NULL OR record.project_id = ANY ($5)`;

/** The words at the time of a record, which it may not have. */
const words = (values: string): string => sql`coalesce(${values} -> 'words', (
  SELECT later.before -> 'words' FROM feedback_record AS later
  WHERE later.entity_id = record.entity_id AND later.id > record.id AND later.before ? 'words'
  ORDER BY later.id LIMIT 1
), to_jsonb(record.present))`;

const values = (side: 'before' | 'after', isThere: string): string => sql`
CASE WHEN was_there <> is_there OR before ? 'words'
  THEN jsonb_build_object('feedback', CASE WHEN ${isThere} THEN ${words(`record.${side}`)} END) ELSE '{}' END
|| CASE WHEN action = 'update' AND before ? 'appeal'
  THEN jsonb_build_object('appeal', ${side} -> 'appeal') ELSE '{}' END`;

/** A part of the `WITH` that `feedbackChanges` reads. */
export const feedbackRecords = sql`feedback_record AS MATERIALIZED (${records})`;

/**
 * That feedback was given, changed and withdrawn, and the appeals against it, as changes of the fields `feedback` and
 * `appeal`. What came and went with the task is told by the change of the task.
 */
export const feedbackChanges = sql`
SELECT at, 'changed', actor_email, NULL, group_id, undoes,
  ${values('before', 'was_there')}, ${values('after', 'is_there')}, true, true
FROM feedback_record AS record
WHERE (was_there <> is_there OR before ?| ARRAY['words', 'appeal'])
  AND NOT (action <> 'update' AND EXISTS (
    SELECT FROM core.audit AS task
    WHERE task.entity = 'task' AND task.entity_id = $1::text
      AND task.group_id = record.group_id AND task.action = record.action))`;

/** Whether a change with these values before is one of feedback alone. */
export const isOfFeedback = (before: string): string =>
  sql`coalesce(${before} ?| ARRAY['feedback', 'appeal'], false)`;
