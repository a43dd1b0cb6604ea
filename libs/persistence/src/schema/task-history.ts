import { sql } from '../sql.js';
import { statementTriggers } from './statement-triggers.js';
import { TASK_VALUES } from './task-columns.js';

const KEY = 'turing_task_id';

/** The values of `old` that differ in `new`, as jsonb. Joining objects is the fastest way found. */
const changedValues = TASK_VALUES.map(
  (name) => sql`
    || CASE WHEN old_task.${name} IS DISTINCT FROM new_task.${name}
      THEN jsonb_build_object('${name}', old_task.${name}) ELSE '{}' END`,
).join('');

const transactions = sql`
CREATE FUNCTION core.note_transaction() RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO core.task_transaction (xid, at, actor_id, actor_email, import_id)
  SELECT pg_current_xact_id(), clock_timestamp(), app_user.id, app_user.email,
    nullif(current_setting('portal.import', true), '')::uuid
  FROM (SELECT core.acting_user()) AS acting (id)
  LEFT JOIN core.app_user ON app_user.id = acting.id
  ON CONFLICT (xid) DO NOTHING;
END;

CREATE FUNCTION core.stamp_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER stamp BEFORE UPDATE ON core.task
FOR EACH ROW WHEN (NEW.changed_in <> pg_current_xact_id()) EXECUTE FUNCTION core.stamp_task();
`;

const before = sql`
CREATE FUNCTION core.keeps_before() RETURNS boolean LANGUAGE sql STABLE
RETURN coalesce(current_setting('portal.import_history', true), '') = 'on';

COMMENT ON FUNCTION core.keeps_before() IS
  'Whether the current transaction is an import whose previous values are kept, so that it can be undone';

-- Undos are transparent: a task that an undo put back is again as the change before the undone import had
-- left it. So imports can be undone in turn, the last one first.
CREATE FUNCTION core.is_left_by(task bigint, changed_in xid8, change xid8) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  left_by xid8 := changed_in;
BEGIN
  WHILE left_by IS NOT NULL LOOP
    IF left_by = change THEN RETURN true; END IF;
    left_by := (
      SELECT stored.changed_in
      FROM core.task_transaction AS noted
      JOIN core.task_import AS undo ON undo.id = noted.import_id
      JOIN core.task_import AS undone ON undone.id = undo.undoes
      JOIN core.task_before AS stored ON stored.xid = undone.history_xid
      WHERE noted.xid = left_by AND stored.turing_task_id = task
    );
  END LOOP;
  RETURN false;
END $$;
`;

const start = (name: string, rows: string): string => sql`
CREATE FUNCTION core.${name}() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_hashjoin = on SET enable_nestloop = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ${rows}) THEN RETURN NULL; END IF;
  PERFORM core.note_transaction();`;

const noting = sql`
${start('note_created_tasks', 'new_rows')}
  IF core.keeps_before() THEN
    INSERT INTO core.task_created (xid, first_id, last_id, ids, project_id)
    SELECT pg_current_xact_id(), min(${KEY}), max(${KEY}), array_agg(${KEY} ORDER BY ${KEY}), project_id
    FROM (
      SELECT ${KEY}, project_id, (row_number() OVER (PARTITION BY project_id ORDER BY ${KEY}) - 1) / 1000 AS place
      FROM new_rows
    ) AS numbered
    GROUP BY project_id, place
    ORDER BY project_id, place;
  END IF;
  RETURN NULL;
END $$;

${start('note_changed_tasks', 'new_rows')}
  INSERT INTO core.task_removal (project_id, xid, turing_task_id)
  SELECT project_id, pg_current_xact_id(), ${KEY}
  FROM old_rows AS old_task
  WHERE NOT EXISTS (
    SELECT FROM new_rows AS new_task
    WHERE (new_task.project_id, new_task.${KEY}) = (old_task.project_id, old_task.${KEY}))
  ON CONFLICT DO NOTHING;
  IF core.keeps_before() THEN
    INSERT INTO core.task_before (turing_task_id, xid, project_id, moved_to, changed_in, before)
    SELECT old_task.${KEY}, pg_current_xact_id(), old_task.project_id,
      nullif(new_task.project_id, old_task.project_id), old_task.changed_in, '{}'::jsonb${changedValues}
    FROM old_rows AS old_task JOIN new_rows AS new_task USING (${KEY})
    ON CONFLICT (turing_task_id, xid) DO UPDATE SET before = excluded.before || task_before.before,
      moved_to = coalesce(excluded.moved_to, task_before.moved_to);
  END IF;
  RETURN NULL;
END $$;

${start('note_deleted_tasks', 'old_rows')}
  -- Readers of the changes of a deleted project begin again.
  IF coalesce(current_setting('portal.deletes_project', true), '') <> 'on' THEN
    INSERT INTO core.task_removal (project_id, xid, turing_task_id)
    SELECT project_id, pg_current_xact_id(), ${KEY} FROM old_rows
    ON CONFLICT DO NOTHING;
  END IF;
  IF core.keeps_before() THEN
    INSERT INTO core.task_before (turing_task_id, xid, changed_in, before, project_id)
    SELECT ${KEY}, pg_current_xact_id(), changed_in, to_jsonb(old_task) - 'changed_in', project_id
    FROM old_rows AS old_task
    ON CONFLICT (turing_task_id, xid) DO UPDATE SET before = excluded.before || task_before.before;
  END IF;
  RETURN NULL;
END $$;

${statementTriggers('core.task', 'note', { insert: 'core.note_created_tasks', update: 'core.note_changed_tasks', delete: 'core.note_deleted_tasks' })}

CREATE FUNCTION core.note_batch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  batch core.batch := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  INSERT INTO core.batch_before (xid, project_id, turing_batch_id, before, after)
  VALUES (pg_current_xact_id(), batch.project_id, batch.turing_batch_id,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END)
  ON CONFLICT (xid, project_id, turing_batch_id) DO UPDATE SET after = excluded.after;
  RETURN NULL;
END $$;

CREATE TRIGGER note_batch AFTER INSERT OR UPDATE OR DELETE ON core.batch
FOR EACH ROW WHEN (core.keeps_before()) EXECUTE FUNCTION core.note_batch();
`;

/**
 * What changed each task last, and what an import needs for its undo. The database writes it, so that no
 * write path can forget it. Reviews change with their task alone; an import stores the former ones itself,
 * because only it knows whether the task is new.
 */
export const taskHistory = sql`
${transactions}
${before}
${noting}
`;
