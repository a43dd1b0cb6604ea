import { MAX_RECORDED_TASKS } from '@portal/contracts/audit';
import type { AuditedEntity } from '@portal/contracts/entities';
import { sql } from '../sql.js';
import { statementTriggers } from './statement-triggers.js';

interface RecordedTable {
  readonly table: AuditedEntity;
  /** Primary key columns; `entity_id` contains them, joined by a slash. */
  readonly key: readonly string[];
  /** Its rows belong to a project, by `project_id` or `pod_name`: read-only while that is archived. */
  readonly isOfProject?: true;
  /** Recorded events; the default is `INSERT OR UPDATE OR DELETE`. */
  readonly events?: string;
}

/** Referenced tables before those that refer to them: an undo restores them in this order. */
const ROWS: readonly RecordedTable[] = [
  { table: 'project', key: ['id'] },
  { table: 'permission', key: ['id'] },
  { table: 'role', key: ['id'] },
  { table: 'role_permission', key: ['role_id', 'permission_id'] },
  { table: 'app_user', key: ['id'] },
  { table: 'user_role', key: ['user_id', 'project_id'], isOfProject: true },
  { table: 'api_token', key: ['id'] },
  { table: 'pod', key: ['id'], isOfProject: true },
  { table: 'pod_member', key: ['id'], isOfProject: true },
  { table: 'pod_weekly_target', key: ['id'], isOfProject: true },
  { table: 'custom_stat', key: ['id'], isOfProject: true },
  { table: 'alert', key: ['id'], isOfProject: true },
  { table: 'file_format', key: ['id'], isOfProject: true },
  { table: 'review_reason', key: ['id'], isOfProject: true },
  { table: 'batch', key: ['project_id', 'turing_batch_id'], isOfProject: true },
  // Other updates of a webhook are from the worker.
  {
    table: 'webhook',
    key: ['id'],
    isOfProject: true,
    events: 'INSERT OR DELETE OR UPDATE OF name, url, types, is_enabled, secret_made_at',
  },
  // Other updates of an import are progress from the worker, not changes by a user.
  {
    table: 'task_import',
    key: ['id'],
    events: 'INSERT OR UPDATE OF cancel_requested_at, moved_at, confirmed_at',
  },
];

/** In the project of its task. When it was read is no change. */
const FEEDBACK: RecordedTable = {
  table: 'task_feedback',
  key: ['id'],
  events:
    'INSERT OR DELETE OR UPDATE OF author_email, words, is_rework, reasons, withdrawn_at, appeal',
};

/** Known from the record of the task, but for those that are deleted with it. */
const STATUS_CHANGE: RecordedTable = {
  table: 'task_status_change',
  key: ['id'],
  events: 'DELETE',
};

/** The key columns of each recorded table, in the order of `entity_id`; the tables as in `ROWS`. */
export const RECORDED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ...ROWS.map(({ table, key }): [string, readonly string[]] => [table, key]),
  ['task', ['turing_task_id']],
  ['task_review', ['turing_task_id', 'turing_review_id']],
  [FEEDBACK.table, FEEDBACK.key],
  [STATUS_CHANGE.table, STATUS_CHANGE.key],
]);

/** The recorded tables whose rows belong to a project; tasks and reviews have triggers of their own. */
export const TABLES_OF_PROJECTS: readonly string[] = ROWS.filter(
  ({ isOfProject }) => isOfProject,
).map(({ table }) => table);

function triggerOn({ table, key, events }: RecordedTable): string {
  return sql`
CREATE TRIGGER record_change AFTER ${events ?? 'INSERT OR UPDATE OR DELETE'} ON core.${table}
FOR EACH ROW EXECUTE FUNCTION core.record_row('${key.join(',')}');`;
}

const recording = sql`
CREATE FUNCTION core.acting_user() RETURNS integer LANGUAGE sql STABLE
RETURN nullif(current_setting('portal.actor', true), '')::integer;

COMMENT ON FUNCTION core.acting_user() IS
  'The user on whose behalf the current transaction acts; null if none is set';

-- Whole rows for inserts and deletes, changed fields for updates. The records of a transaction
-- form a group, named by the id of the first.
CREATE FUNCTION core.record_change(
  entity text, entity_id text, project_id integer, before jsonb, after jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
  record_id bigint;
  record_group bigint := nullif(current_setting('portal.group', true), '');
BEGIN
  IF before IS NOT NULL AND after IS NOT NULL THEN
    SELECT array_agg(field.key) INTO changed
    FROM jsonb_each(after) AS field
    WHERE field.value IS DISTINCT FROM before -> field.key;
    IF changed IS NULL OR changed = ARRAY['updated_at'] THEN RETURN; END IF;
    SELECT jsonb_object_agg(key, value) INTO before FROM jsonb_each(before) WHERE key = ANY (changed);
    SELECT jsonb_object_agg(key, value) INTO after FROM jsonb_each(after) WHERE key = ANY (changed);
  END IF;
  record_id := nextval('core.audit_id_seq');
  IF record_group IS NULL THEN
    record_group := record_id;
    PERFORM set_config('portal.group', record_group::text, true);
  END IF;
  INSERT INTO core.audit (id, at, actor_id, actor_email, action, entity, entity_id, project_id,
    before, after, request_id, group_id, undoes)
  OVERRIDING SYSTEM VALUE
  SELECT record_id, clock_timestamp(), app_user.id, app_user.email,
    CASE WHEN before IS NULL THEN 'create' WHEN after IS NULL THEN 'delete' ELSE 'update' END,
    record_change.entity, record_change.entity_id, record_change.project_id, before, after,
    nullif(current_setting('portal.request', true), ''), record_group,
    nullif(current_setting('portal.undoes', true), '')::bigint
  FROM (SELECT core.acting_user()) AS acting (id)
  LEFT JOIN core.app_user ON app_user.id = acting.id;
END $$;
`;

const rowRecording = sql`
-- That of a task which the same transaction has deleted is in the record of the task.
CREATE FUNCTION core.project_of_task(task_id bigint) RETURNS integer
LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT coalesce(
    (SELECT task.project_id FROM core.task WHERE task.turing_task_id = task_id),
    (
      SELECT CASE known.group_id WHEN nullif(current_setting('portal.group', true), '')::bigint
        THEN known.project_id END
      FROM (
        SELECT * FROM core.audit
        WHERE audit.entity = 'task' AND audit.entity_id = task_id::text
        -- Not by the index of times, which would read all records.
        OFFSET 0
      ) AS known
      ORDER BY known.at DESC LIMIT 1))
$$;

CREATE FUNCTION core.record_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  secrets CONSTANT text[] := ARRAY['token_hash', 'store_key'];
  before jsonb;
  after jsonb;
  known jsonb;
  entity_id text;
  project_id integer;
BEGIN
  IF core.acting_user() IS NULL THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN before := to_jsonb(OLD) - secrets; END IF;
  IF TG_OP <> 'DELETE' THEN after := to_jsonb(NEW) - secrets; END IF;
  known := coalesce(after, before);

  SELECT string_agg(known ->> part.name, '/' ORDER BY part.place) INTO entity_id
  FROM unnest(string_to_array(TG_ARGV[0], ',')) WITH ORDINALITY AS part (name, place);

  IF TG_TABLE_NAME = 'project' THEN
    project_id := (known ->> 'id')::integer;
  ELSIF known ? 'project_id' THEN
    project_id := (known ->> 'project_id')::integer;
  ELSIF known ? 'pod_name' THEN
    SELECT pod.project_id INTO project_id FROM core.pod WHERE pod.name = known ->> 'pod_name';
  ELSIF known ? 'turing_task_id' THEN
    SELECT core.project_of_task((known ->> 'turing_task_id')::bigint) INTO project_id;
    -- Of many deleted tasks there is one record, which nobody can undo.
    IF project_id IS NULL AND TG_TABLE_NAME = '${STATUS_CHANGE.table}' THEN RETURN NULL; END IF;
  END IF;
  PERFORM core.record_change(TG_TABLE_NAME, entity_id, project_id, before, after);
  RETURN NULL;
END $$;
`;

/**
 * A cascade deletes the rows after the pod, when their project can no longer be read. So they are
 * deleted and recorded first.
 */
const podDeletion = sql`
CREATE FUNCTION core.delete_rows_of_pod() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM core.pod_member WHERE pod_name = OLD.name;
  DELETE FROM core.pod_weekly_target WHERE pod_name = OLD.name;
  RETURN OLD;
END $$;

CREATE TRIGGER delete_rows BEFORE DELETE ON core.pod
FOR EACH ROW EXECUTE FUNCTION core.delete_rows_of_pod();
`;

/**
 * One record per task, or one record for the statement if it changes too many tasks. An update has both
 * rows of each task. A FULL JOIN finds them by a hash: a plan for few rows, which a connection keeps, would
 * compare each old row with each new one.
 */
const taskRecording = sql`
CREATE FUNCTION core.record_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most CONSTANT integer := ${MAX_RECORDED_TASKS};
  changed bigint;
  project_id integer;
BEGIN
  IF core.acting_user() IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    SELECT count(*), min(old_rows.project_id) INTO changed, project_id FROM old_rows;
  ELSE
    SELECT count(*), min(new_rows.project_id) INTO changed, project_id FROM new_rows;
  END IF;
  IF changed > most THEN
    PERFORM core.record_change('task', '*', project_id,
      CASE TG_OP
        WHEN 'UPDATE' THEN '{"tasks": null}'::jsonb
        WHEN 'DELETE' THEN jsonb_build_object('tasks', changed) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('tasks', changed) END);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM core.record_change('task', turing_task_id::text, new_rows.project_id, NULL,
      to_jsonb(new_rows) - 'changed_in')
    FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM core.record_change('task', turing_task_id::text, old_rows.project_id,
      to_jsonb(old_rows) - 'changed_in', NULL)
    FROM old_rows;
  ELSE
    PERFORM core.record_change('task', turing_task_id::text, new_rows.project_id,
      to_jsonb(old_rows) - 'changed_in', to_jsonb(new_rows) - 'changed_in')
    FROM new_rows FULL JOIN old_rows USING (turing_task_id);
  END IF;
  RETURN NULL;
END $$;

${statementTriggers('core.task', 'record', { insert: 'core.record_tasks', update: 'core.record_tasks', delete: 'core.record_tasks' })}
`;

/**
 * The API changes reviews only with their task: a deletion deletes them, an undo restores them. The
 * project of a deleted review is in the record of its task, which the same statement has deleted.
 */
const reviewRecording = sql`
CREATE FUNCTION core.record_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most CONSTANT integer := ${MAX_RECORDED_TASKS};
  changed bigint;
BEGIN
  IF core.acting_user() IS NULL THEN RETURN NULL; END IF;
  SELECT count(*) INTO changed FROM changed_rows;
  IF changed > most THEN
    PERFORM core.record_change('task_review', '*', NULL,
      CASE TG_OP WHEN 'DELETE' THEN jsonb_build_object('reviews', changed) END,
      CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('reviews', changed) END);
    RETURN NULL;
  END IF;
  PERFORM core.record_change('task_review', review.turing_task_id || '/' || review.turing_review_id,
    core.project_of_task(review.turing_task_id),
    CASE TG_OP WHEN 'DELETE' THEN to_jsonb(review) END,
    CASE TG_OP WHEN 'INSERT' THEN to_jsonb(review) END)
  FROM changed_rows AS review;
  RETURN NULL;
END $$;

CREATE TRIGGER record_insert AFTER INSERT ON core.task_review
REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.record_reviews();

CREATE TRIGGER record_delete AFTER DELETE ON core.task_review
REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.record_reviews();
`;

/**
 * ListedTable who changed what. If a transaction has an acting user, the database records each of its
 * changes, so that no write path of the API can forget it. Transactions without one (an import, a
 * sign-in, psql) record nothing.
 */
export const audit = sql`
${recording}
${rowRecording}
${podDeletion}
${taskRecording}
${reviewRecording}
${[...ROWS, FEEDBACK, STATUS_CHANGE].map(triggerOn).join('\n')}
`;
