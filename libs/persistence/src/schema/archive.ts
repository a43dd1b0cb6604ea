import { sql } from '../sql.js';
import { statementTriggers } from './statement-triggers.js';
import { PROJECT_ARCHIVED } from '../database-errors.js';
import { TABLES_OF_PROJECTS } from './audit.js';

const functions = sql`
CREATE FUNCTION core.refuse_archived(projects integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM core.project WHERE id = ANY (projects) AND archived_at IS NOT NULL)
    AND coalesce(current_setting('portal.deletes_project', true), '') <> 'on' THEN
    RAISE EXCEPTION 'the project is archived' USING ERRCODE = '${PROJECT_ARCHIVED}';
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
`;

const rowTriggers = TABLES_OF_PROJECTS.map(
  (table) => sql`
CREATE TRIGGER keep_archived AFTER INSERT OR UPDATE OR DELETE ON core.${table}
FOR EACH ROW WHEN (core.acting_user() IS NOT NULL) EXECUTE FUNCTION core.keep_archived_row();`,
).join('\n');

const otherTriggers = sql`
CREATE TRIGGER keep_archived AFTER UPDATE ON core.project
FOR EACH ROW WHEN (
  core.acting_user() IS NOT NULL AND OLD.archived_at IS NOT NULL AND NEW.archived_at IS NOT NULL)
EXECUTE FUNCTION core.keep_archived_project();

${statementTriggers('core.task', 'keep_archived', { insert: 'core.keep_archived_tasks', update: 'core.keep_archived_tasks', delete: 'core.keep_archived_tasks' })}
`;

/**
 * An archived project is read-only for users: the database refuses, so that no write path of the API can
 * forget it. Imports have no acting user, and ask themselves.
 */
export const archive = [functions, rowTriggers, otherTriggers].join('\n\n');
