import type {
  TASK_HISTORY_FIELDS,
  TaskEdit,
  TaskHistory,
  TaskHistoryQuery,
} from '@portal/contracts/task-history';
import type { Projects } from '@portal/domain/caller';
import type { Queryable } from '../queryable.js';
import { TASK_VALUES } from '../schema/task-columns.js';
import { sql } from '../sql.js';
import { feedbackChanges, feedbackRecords, isOfFeedback } from './task-history-feedback.js';

/** An import of the history, with its uploader instead of what the caller may see. */
type StoredImport = Omit<NonNullable<TaskEdit['import']>, 'is_visible'> & {
  readonly uploader_id: number;
};
type Stored<T extends Pick<TaskEdit, 'import'>> = Omit<T, 'import'> & {
  readonly import: StoredImport | null;
};

export interface StoredHistory extends Pick<TaskHistory, 'is_removed' | 'total'> {
  readonly last: Stored<NonNullable<TaskHistory['last']>> | null;
  readonly items: readonly Stored<TaskEdit>[];
}

/** What a caller reads of the history of a task. */
export interface HistoryScope {
  /** What happened to the task in other projects is left out. */
  readonly projects: Projects;
  /** The values of these fields are left out, and changes of nothing else. */
  readonly hidden: readonly (typeof TASK_HISTORY_FIELDS)[number][];
}

/**
 * One page of the changes of a task, the newest first. The value after a change by an import is what the next
 * change found, or the present one; it is unknown if an import of which nothing is kept ended in between.
 * An id can be used again, and a task can move: what happened to it outside of `projects` is left out, and a
 * task that came from there was created, one that went there was removed.
 */
export async function readTaskHistory(
  db: Queryable,
  taskId: number,
  { page, size, field }: TaskHistoryQuery,
  { projects, hidden }: HistoryScope,
): Promise<StoredHistory> {
  const inProjects = projects === 'all' ? null : projects;
  const values = [taskId, field ?? null, size, (page - 1) * size, inProjects, hidden];
  const [found] = await db.query<StoredHistory>(history, values);
  if (!found) throw new Error('an aggregate without a row');
  return found;
}

/** The values of a task that does not exist. */
const NONE = `'${JSON.stringify({ ...Object.fromEntries(TASK_VALUES.map((name) => [name, null])), reviews: 0 })}'::jsonb`;

/** Whether the caller sees the project. Where it is null, all projects of the import count: version 0.2.0 did not record it. */
const seen = (project: string): string => sql`($5::integer[] IS NULL OR coalesce(
  CASE WHEN ${project} IS NULL THEN task_import.projects <> '{}' AND task_import.projects <@ $5
    ELSE ${project} = ANY ($5) END, false))`;

interface ImportedChange {
  readonly change: string;
  readonly before: string;
  readonly after: string;
  /** Whether the caller sees the project in which the task was before, and the one in which it is after. */
  readonly wasSeen: string;
  readonly isSeen: string;
  readonly from: string;
}

/** Of an import the time of its end: whatever it overwrote was changed before, and later changes waited for it. */
const byImport = ({ change, before, after, wasSeen, isSeen, from }: ImportedChange): string => sql`
SELECT task_import.finished_at AS at, ${change} AS change, uploader.email AS user_email, task_import.id AS import_id,
  NULL::bigint AS audit_group, NULL::bigint AS undoes_group,
  ${before} AS before, ${after} AS after, ${wasSeen} AS was_seen, ${isSeen} AS is_seen
FROM ${from}
JOIN core.task_transaction AS noted USING (xid)
JOIN core.task_import ON task_import.id = noted.import_id
JOIN core.app_user AS uploader ON uploader.id = task_import.uploaded_by`;

const isRemoval = `stored.before ? 'turing_task_id'`;

const reviewsBefore = sql`coalesce((
  SELECT jsonb_build_object('reviews', jsonb_array_length(reviews))
  FROM core.task_reviews_before AS kept
  WHERE (kept.xid, kept.turing_task_id) = (stored.xid, stored.turing_task_id)), '{}')`;

/** The audit records the reviews of a task that is created or deleted one by one, in one group: not read are other reviews. */
const recordedReviews = sql`(
  SELECT jsonb_build_object('reviews', count(*))
  FROM (SELECT * FROM core.audit WHERE audit.group_id = record.group_id OFFSET 0) AS review
  WHERE review.entity = 'task_review' AND review.action = record.action
    AND split_part(review.entity_id, '/', 1) = record.entity_id)`;

/** What is kept of the changes in every project; an import does not know its values of after. */
const stored = sql`
${byImport({
  change: `CASE WHEN ${isRemoval} THEN 'removed' ELSE 'changed' END`,
  before: `stored.before - 'turing_task_id' || ${reviewsBefore}`,
  after: `CASE WHEN ${isRemoval} THEN ${NONE} END`,
  wasSeen: seen('stored.project_id'),
  isSeen: `CASE WHEN NOT ${isRemoval} THEN ${seen('coalesce(stored.moved_to, stored.project_id)')} END`,
  from: 'core.task_before AS stored',
})}
WHERE stored.turing_task_id = $1
UNION ALL
${byImport({
  change: `'created'`,
  before: NONE,
  after: 'NULL',
  wasSeen: 'NULL',
  isSeen: seen('stored.project_id'),
  from: 'core.task_created AS stored',
})}
WHERE stored.first_id <= $1 AND stored.last_id >= $1 AND $1 = ANY (stored.ids)
UNION ALL
SELECT at, CASE action WHEN 'create' THEN 'created' WHEN 'delete' THEN 'removed' ELSE 'changed' END,
  actor_email, NULL, group_id, undoes,
  CASE action WHEN 'create' THEN ${NONE} WHEN 'delete' THEN before - 'turing_task_id' || ${recordedReviews}
    ELSE before END,
  CASE action WHEN 'delete' THEN ${NONE} WHEN 'create' THEN after - 'turing_task_id' || ${recordedReviews}
    ELSE after END,
  CASE WHEN action <> 'create' THEN $5::integer[] IS NULL
    OR coalesce((before ->> 'project_id')::integer, project_id) = ANY ($5) END,
  CASE WHEN action <> 'delete' THEN $5::integer[] IS NULL OR project_id = ANY ($5) END
FROM core.audit AS record
WHERE entity = 'task' AND entity_id = $1::text
UNION ALL
${feedbackChanges}`;

/** What the caller sees of them. */
const known = sql`
SELECT at, CASE WHEN NOT was_seen THEN 'created' WHEN NOT is_seen THEN 'removed' ELSE change END AS change,
  user_email, import_id, audit_group, undoes_group,
  CASE WHEN NOT was_seen THEN ${NONE} ELSE before END AS before,
  CASE WHEN NOT was_seen THEN NULL WHEN NOT is_seen THEN ${NONE} ELSE after END AS after
FROM stored WHERE was_seen OR is_seen`;

/** The transaction that wrote the task last. */
const written = sql`
SELECT coalesce(task_import.finished_at, noted.at) AS at, coalesce(uploader.email, noted.actor_email) AS user_email,
  noted.import_id
FROM task
JOIN core.task_transaction AS noted ON noted.xid = task.changed_in
LEFT JOIN core.task_import ON task_import.id = noted.import_id
LEFT JOIN core.app_user AS uploader ON uploader.id = task_import.uploaded_by`;

const importOf = (id: string): string => sql`(
  SELECT jsonb_build_object('import_id', id, 'file_name', file_name, 'undoes', undoes, 'uploader_id', uploaded_by)
  FROM core.task_import WHERE id = ${id})`;

/** The fields of a change: those of `before`, or the one that is asked for. */
const fields = sql`
SELECT coalesce(jsonb_agg(
    jsonb_build_object('field', field, 'before', old)
      || CASE WHEN new IS NULL THEN '{}' ELSE jsonb_build_object('after', new) END
    ORDER BY field), '[]') AS fields
FROM (
  SELECT value.key AS field, value.value AS old,
    CASE
      WHEN listed.after IS NOT NULL THEN coalesce(listed.after -> value.key, 'null')
      WHEN NOT EXISTS (
        SELECT FROM gap
        WHERE gap.at > listed.at AND gap.at <= coalesce(next.at, greatest((SELECT max(at) FROM change), (SELECT at FROM written))))
      THEN CASE WHEN next.at IS NULL THEN (SELECT present -> value.key FROM task) ELSE next.value END
    END AS new
  FROM jsonb_each(listed.before) AS value
  LEFT JOIN LATERAL (
    -- Nobody knows how long a task of before that was made anew had the value.
    SELECT later.at, CASE WHEN later.change <> 'created' THEN later.before -> value.key END AS value
    FROM known AS later
    WHERE later.at > listed.at AND (later.before ? value.key OR later.change = 'removed')
    ORDER BY later.at
    LIMIT 1
  ) AS next ON true
  WHERE $2::text IS NULL OR value.key = $2
) AS compared
WHERE old IS DISTINCT FROM new AND NOT (new IS NULL AND listed.change = 'created')`;

const history = sql`
WITH task AS MATERIALIZED (
  SELECT task.changed_in, to_jsonb(task) || jsonb_build_object('reviews', (
      SELECT count(*) FROM core.task_review AS review
      WHERE review.turing_task_id = task.turing_task_id)) AS present
  FROM core.task
  WHERE turing_task_id = $1 AND ($5::integer[] IS NULL OR project_id = ANY ($5))
), ${feedbackRecords}, stored AS MATERIALIZED (
  ${stored}
), known AS MATERIALIZED (
  ${known}
), written AS MATERIALIZED (
  ${written}
), change AS MATERIALIZED (
  SELECT * FROM known
  UNION ALL
  -- The last change is in the list, also if nothing else is known of it. An edit without a record had no effect.
  SELECT at, 'changed', user_email, import_id, NULL, NULL, NULL, NULL FROM written
  WHERE (import_id IS NOT NULL OR user_email IS NULL) AND NOT EXISTS (SELECT FROM known WHERE known.at >= written.at)
), gap AS MATERIALIZED (
  SELECT at FROM change WHERE before IS NULL
  UNION ALL
  SELECT at FROM stored WHERE NOT coalesce(was_seen, false) AND NOT coalesce(is_seen, false)
  UNION ALL
  SELECT finished_at FROM core.task_import
  WHERE state = 'completed' AND NOT dry_run AND history_xid IS NULL
  UNION ALL
  SELECT at FROM core.audit WHERE entity = 'task_review' AND entity_id = '*'
), shown AS MATERIALIZED (
  SELECT at, change, user_email, import_id, audit_group, undoes_group, before - $6::text[] AS before, after
  FROM change
  -- An edit of what is left out also sets the time of update.
  WHERE before IS NULL OR change <> 'changed' OR NOT before ?| $6 OR before - $6::text[] - 'updated_at' <> '{}'
), matching AS MATERIALIZED (
  SELECT * FROM shown WHERE $2::text IS NULL OR before IS NULL OR before ? $2
), listed AS (
  SELECT * FROM matching ORDER BY at DESC, audit_group DESC LIMIT $3 OFFSET $4
)
SELECT (
    SELECT jsonb_build_object('at', at, 'change', change, 'user_email', user_email, 'import', ${importOf('shown.import_id')}) FROM shown
    WHERE NOT ${isOfFeedback('before')}
    ORDER BY at DESC LIMIT 1
  ) AS last,
  NOT EXISTS (SELECT FROM task) AS is_removed,
  (SELECT count(*) FROM matching) AS total,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('at', at, 'change', change, 'user_email', user_email,
        'import', ${importOf('listed.import_id')}, 'audit_group', audit_group, 'undoes_group', undoes_group,
        'fields', CASE WHEN before IS NOT NULL THEN found.fields END)
      ORDER BY at DESC, audit_group DESC)
    FROM listed CROSS JOIN LATERAL (${fields}) AS found
  ), '[]') AS items
`;
