import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * Records what changed each task last and, of an import, the values of before, so that it can be undone. Tasks
 * that are stored already count as changed before it was recorded.
 */
export class TaskHistory1800000000025 implements MigrationInterface {
  name = 'TaskHistory1800000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(columns);
    await runner.query(history);
    await runner.query(recordTasks(" - 'changed_in'"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(recordTasks(''));
    await runner.query(withoutHistory);
  }
}

// A constant default is stored once and not in each row.
const columns = sql`
ALTER TABLE core.task ADD COLUMN changed_in xid8 NOT NULL DEFAULT '0';
ALTER TABLE core.task ALTER COLUMN changed_in SET DEFAULT pg_current_xact_id();
COMMENT ON COLUMN core.task.changed_in IS
  'The transaction that created or last changed the task; 0 if that was before it was recorded';

ALTER TABLE core.task_import
  ADD COLUMN on_older    text NOT NULL DEFAULT 'apply' CHECK (on_older IN ('apply', 'skip')),
  ADD COLUMN older_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN sample      jsonb,
  ADD COLUMN history_xid xid8,
  ADD COLUMN undo_until  timestamptz,
  ADD COLUMN undoes      uuid REFERENCES core.task_import,
  ADD COLUMN keep_newer  boolean NOT NULL DEFAULT false,
  ADD COLUMN removed     bigint,
  ADD COLUMN kept        bigint;
COMMENT ON COLUMN core.task_import.sample IS
  'Some changed tasks with the fields that change, before and after; null until they are known';
COMMENT ON COLUMN core.task_import.history_xid IS
  'The transaction of the import, while its values of before are kept; null if it cannot be undone';
COMMENT ON COLUMN core.task_import.undo_until IS 'Until when its values of before are kept';
COMMENT ON COLUMN core.task_import.undoes IS 'The import that this one undoes; null for an upload';
COMMENT ON COLUMN core.task_import.removed IS 'Tasks that an undo removed';
COMMENT ON COLUMN core.task_import.kept IS 'Tasks that an undo left, because they have changed since';
CREATE INDEX task_import_undoes ON core.task_import (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX task_import_undo_until ON core.task_import (undo_until) WHERE history_xid IS NOT NULL`;

export const history = sql`CREATE TABLE core.task_transaction (
  xid         xid8 PRIMARY KEY,
  at          timestamptz NOT NULL,
  actor_id    integer,
  actor_email text,
  import_id   uuid
);
COMMENT ON TABLE core.task_transaction IS
  'The transactions that changed tasks: when, by whom, by which import. core.task.changed_in refers to it';
CREATE INDEX task_transaction_import ON core.task_transaction (import_id)
  WHERE import_id IS NOT NULL;
CREATE INDEX task_transaction_at ON core.task_transaction (at);

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
CREATE TABLE core.task_removal (
  project_id     integer NOT NULL,
  xid            xid8 NOT NULL,
  turing_task_id bigint NOT NULL,
  PRIMARY KEY (project_id, xid, turing_task_id)
);
COMMENT ON TABLE core.task_removal IS
  'Tasks that a transaction deleted or moved to another project, for readers of changes; task 0 is a whole project';
CREATE INDEX task_removal_xid ON core.task_removal (xid);
CREATE INDEX task_removal_project ON core.task_removal (xid) WHERE turing_task_id = 0;
CREATE TABLE core.task_before (
  turing_task_id bigint NOT NULL,
  xid            xid8 NOT NULL,
  changed_in     xid8 NOT NULL,
  before         jsonb NOT NULL,
  PRIMARY KEY (turing_task_id, xid)
);
COMMENT ON COLUMN core.task_before.changed_in IS 'The transaction that had changed the task last before';
COMMENT ON TABLE core.task_before IS
  'The values that an import changed, as they were before; all values of a task that it removed';
CREATE INDEX task_before_xid ON core.task_before (xid);

CREATE TABLE core.task_reviews_before (
  xid            xid8 NOT NULL,
  turing_task_id bigint NOT NULL,
  reviews        jsonb NOT NULL,
  PRIMARY KEY (xid, turing_task_id)
);
COMMENT ON TABLE core.task_reviews_before IS
  'The reviews of tasks whose reviews an import changed, as they were before';

-- Arrays of many ids: an import of a million new tasks writes a thousand rows.
CREATE TABLE core.task_created (
  xid      xid8 NOT NULL,
  first_id bigint NOT NULL,
  last_id  bigint NOT NULL,
  ids      bigint[] NOT NULL
);
COMMENT ON TABLE core.task_created IS 'The tasks that an import created, in the order of their ids';
CREATE INDEX task_created_xid ON core.task_created (xid, first_id);

CREATE TABLE core.batch_before (
  xid             xid8 NOT NULL,
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  before          jsonb,
  after           jsonb,
  PRIMARY KEY (xid, project_id, turing_batch_id)
);
COMMENT ON TABLE core.batch_before IS
  'The batches that an import changed, before and after; null where the batch did not exist';

CREATE FUNCTION core.keeps_before() RETURNS boolean LANGUAGE sql STABLE
RETURN coalesce(current_setting('portal.import_history', true), '') = 'on';

COMMENT ON FUNCTION core.keeps_before() IS
  'Whether the current transaction is an import whose values of before are kept, so that it can be undone';

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
CREATE FUNCTION core.note_created_tasks() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_hashjoin = on SET enable_nestloop = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  PERFORM core.note_transaction();
  IF core.keeps_before() THEN
    INSERT INTO core.task_created (xid, first_id, last_id, ids)
    SELECT pg_current_xact_id(), min(turing_task_id), max(turing_task_id), array_agg(turing_task_id ORDER BY turing_task_id)
    FROM (
      SELECT turing_task_id, (row_number() OVER (ORDER BY turing_task_id) - 1) / 1000 AS place FROM new_rows
    ) AS numbered
    GROUP BY place
    ORDER BY place;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION core.note_changed_tasks() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_hashjoin = on SET enable_nestloop = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  PERFORM core.note_transaction();
  INSERT INTO core.task_removal (project_id, xid, turing_task_id)
  SELECT project_id, pg_current_xact_id(), turing_task_id
  FROM old_rows AS old_task
  WHERE NOT EXISTS (
    SELECT FROM new_rows AS new_task
    WHERE (new_task.project_id, new_task.turing_task_id) = (old_task.project_id, old_task.turing_task_id))
  ON CONFLICT DO NOTHING;
  IF core.keeps_before() THEN
    INSERT INTO core.task_before (turing_task_id, xid, changed_in, before)
    SELECT old_task.turing_task_id, pg_current_xact_id(), old_task.changed_in, '{}'::jsonb|| CASE WHEN old_task.project_id IS DISTINCT FROM new_task.project_id
      THEN jsonb_build_object('project_id', old_task.project_id) ELSE '{}' END|| CASE WHEN old_task.turing_batch_id IS DISTINCT FROM new_task.turing_batch_id
      THEN jsonb_build_object('turing_batch_id', old_task.turing_batch_id) ELSE '{}' END|| CASE WHEN old_task.user_email IS DISTINCT FROM new_task.user_email
      THEN jsonb_build_object('user_email', old_task.user_email) ELSE '{}' END|| CASE WHEN old_task.status IS DISTINCT FROM new_task.status
      THEN jsonb_build_object('status', old_task.status) ELSE '{}' END|| CASE WHEN old_task.number_of_turns IS DISTINCT FROM new_task.number_of_turns
      THEN jsonb_build_object('number_of_turns', old_task.number_of_turns) ELSE '{}' END|| CASE WHEN old_task.duration_minutes IS DISTINCT FROM new_task.duration_minutes
      THEN jsonb_build_object('duration_minutes', old_task.duration_minutes) ELSE '{}' END|| CASE WHEN old_task.completed_at IS DISTINCT FROM new_task.completed_at
      THEN jsonb_build_object('completed_at', old_task.completed_at) ELSE '{}' END|| CASE WHEN old_task.created_at IS DISTINCT FROM new_task.created_at
      THEN jsonb_build_object('created_at', old_task.created_at) ELSE '{}' END|| CASE WHEN old_task.updated_at IS DISTINCT FROM new_task.updated_at
      THEN jsonb_build_object('updated_at', old_task.updated_at) ELSE '{}' END|| CASE WHEN old_task.colab_link IS DISTINCT FROM new_task.colab_link
      THEN jsonb_build_object('colab_link', old_task.colab_link) ELSE '{}' END|| CASE WHEN old_task.target_model IS DISTINCT FROM new_task.target_model
      THEN jsonb_build_object('target_model', old_task.target_model) ELSE '{}' END|| CASE WHEN old_task.validation_status IS DISTINCT FROM new_task.validation_status
      THEN jsonb_build_object('validation_status', old_task.validation_status) ELSE '{}' END|| CASE WHEN old_task.delivery_batch IS DISTINCT FROM new_task.delivery_batch
      THEN jsonb_build_object('delivery_batch', old_task.delivery_batch) ELSE '{}' END|| CASE WHEN old_task.metadata IS DISTINCT FROM new_task.metadata
      THEN jsonb_build_object('metadata', old_task.metadata) ELSE '{}' END
    FROM old_rows AS old_task JOIN new_rows AS new_task USING (turing_task_id)
    ON CONFLICT (turing_task_id, xid) DO UPDATE SET before = excluded.before || task_before.before;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION core.note_deleted_tasks() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_hashjoin = on SET enable_nestloop = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
  PERFORM core.note_transaction();
  -- Whoever reads the changes of a deleted project begins again.
  IF coalesce(current_setting('portal.deletes_project', true), '') <> 'on' THEN
    INSERT INTO core.task_removal (project_id, xid, turing_task_id)
    SELECT project_id, pg_current_xact_id(), turing_task_id FROM old_rows
    ON CONFLICT DO NOTHING;
  END IF;
  IF core.keeps_before() THEN
    INSERT INTO core.task_before (turing_task_id, xid, changed_in, before)
    SELECT turing_task_id, pg_current_xact_id(), changed_in, to_jsonb(old_task) - 'changed_in' FROM old_rows AS old_task
    ON CONFLICT (turing_task_id, xid) DO UPDATE SET before = excluded.before || task_before.before;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER note_insert AFTER INSERT ON core.task
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.note_created_tasks();

CREATE TRIGGER note_update AFTER UPDATE ON core.task
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.note_changed_tasks();

CREATE TRIGGER note_delete AFTER DELETE ON core.task
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.note_deleted_tasks();

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
FOR EACH ROW WHEN (core.keeps_before()) EXECUTE FUNCTION core.note_batch();`;

const recordTasks = (removal: string) => sql`
CREATE OR REPLACE FUNCTION core.record_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most CONSTANT integer := 10000;
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
      to_jsonb(new_rows)${removal})
    FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM core.record_change('task', turing_task_id::text, old_rows.project_id,
      to_jsonb(old_rows)${removal}, NULL)
    FROM old_rows;
  ELSE
    PERFORM core.record_change('task', turing_task_id::text, new_rows.project_id,
      to_jsonb(old_rows)${removal}, to_jsonb(new_rows)${removal})
    FROM new_rows FULL JOIN old_rows USING (turing_task_id);
  END IF;
  RETURN NULL;
END $$;`;

const withoutHistory = sql`
DROP TRIGGER note_batch ON core.batch;
DROP TRIGGER note_insert ON core.task;
DROP TRIGGER note_update ON core.task;
DROP TRIGGER note_delete ON core.task;
DROP TRIGGER stamp ON core.task;
DROP FUNCTION core.note_batch, core.note_created_tasks, core.note_changed_tasks, core.note_deleted_tasks,
  core.is_left_by, core.keeps_before, core.stamp_task, core.note_transaction;
DROP TABLE core.batch_before, core.task_created, core.task_reviews_before, core.task_before,
  core.task_removal, core.task_transaction;
ALTER TABLE core.task DROP COLUMN changed_in;
ALTER TABLE core.task_import DROP COLUMN on_older, DROP COLUMN older_count, DROP COLUMN sample,
  DROP COLUMN history_xid, DROP COLUMN undo_until, DROP COLUMN undoes, DROP COLUMN keep_newer, DROP COLUMN removed, DROP COLUMN kept`;
