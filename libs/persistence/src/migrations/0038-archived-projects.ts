import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** A project can be archived, and is then read-only. */
export class ArchivedProjects1800000000040 implements MigrationInterface {
  name = 'ArchivedProjects1800000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.project ADD archived_at timestamptz;
COMMENT ON COLUMN core.project.archived_at IS
  'Since when the project is archived, and so read-only; null if it is not';

CREATE FUNCTION core.refuse_archived(projects integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM core.project WHERE id = ANY (projects) AND archived_at IS NOT NULL)
    AND coalesce(current_setting('portal.deletes_project', true), '') <> 'on' THEN
    RAISE EXCEPTION 'the project is archived' USING ERRCODE = 'ZP002';
  END IF;
END $$;

-- What goes with its user goes from archived projects, too.
CREATE FUNCTION core.keep_archived_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before CONSTANT jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after CONSTANT jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
BEGIN
  IF TG_OP = 'DELETE' AND before ? 'user_id'
    AND NOT EXISTS (SELECT FROM core.app_user WHERE id = (before ->> 'user_id')::integer) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' AND before ? 'user_email'
    AND NOT EXISTS (SELECT FROM core.app_user WHERE email = before ->> 'user_email') THEN
    RETURN NULL;
  END IF;
  PERFORM core.refuse_archived(ARRAY[
    (before ->> 'project_id')::integer, (after ->> 'project_id')::integer]);
  PERFORM core.refuse_archived(ARRAY(
    SELECT project_id FROM core.pod WHERE name IN (before ->> 'pod_name', after ->> 'pod_name')));
  RETURN NULL;
END $$;

CREATE FUNCTION core.keep_archived_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.refuse_archived(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE FUNCTION core.keep_archived_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF core.acting_user() IS NULL THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM core.refuse_archived(ARRAY(SELECT DISTINCT project_id FROM old_rows));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM core.refuse_archived(ARRAY(SELECT DISTINCT project_id FROM new_rows));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.user_role
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();

CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.pod
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();

CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.pod_member
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();

CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.pod_weekly_target
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();

CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.custom_stat
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();

CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.batch
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();

CREATE TRIGGER keep_archived AFTER UPDATE ON core.project
FOR EACH ROW WHEN (
  core.acting_user() IS NOT NULL AND OLD.archived_at IS NOT NULL AND NEW.archived_at IS NOT NULL)
EXECUTE FUNCTION core.keep_archived_project();

CREATE TRIGGER keep_archived_insert AFTER INSERT ON core.task
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.keep_archived_tasks();

CREATE TRIGGER keep_archived_update AFTER UPDATE ON core.task
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.keep_archived_tasks();

CREATE TRIGGER keep_archived_delete AFTER DELETE ON core.task
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.keep_archived_tasks();
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
DROP FUNCTION core.keep_archived_row() CASCADE;
DROP FUNCTION core.keep_archived_tasks() CASCADE;
DROP FUNCTION core.keep_archived_project() CASCADE;
DROP FUNCTION core.refuse_archived(integer[]);
ALTER TABLE core.project DROP archived_at;
`);
  }
}
