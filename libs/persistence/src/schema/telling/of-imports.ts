import { MAX_TOLD_IDS } from '@portal/contracts/notifications';
import { sql } from '../../sql.js';

/**
 * What changes many tasks at once, an import above all: each statement is told of as a whole, so that a file that sends
 * 5,000 tasks back writes one row for each trainer. A person who changes a task goes the same way.
 */
export const ofImports = sql`
CREATE FUNCTION core.tell_of_rework() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_hashjoin = on SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  told jsonb;
  came record;
BEGIN
  IF NOT core.is_told() OR NOT EXISTS (SELECT FROM new_rows WHERE status = 'rework') THEN RETURN NULL; END IF;
  SELECT jsonb_agg(jsonb_build_object('user_id', trainer, 'project_id', project, 'things', things,
    'subject', jsonb_build_object('task_ids', task_ids))) INTO told
  FROM (
    SELECT (SELECT id FROM core.app_user WHERE email = new_task.user_email) AS trainer,
      CASE WHEN min(new_task.project_id) = max(new_task.project_id) THEN min(new_task.project_id) END AS project,
      count(*) AS things,
      (array_agg(turing_task_id ORDER BY turing_task_id))[1:${MAX_TOLD_IDS}] AS task_ids
    FROM new_rows AS new_task JOIN old_rows AS old_task USING (turing_task_id)
    WHERE new_task.status = 'rework' AND old_task.status <> 'rework' AND new_task.user_email IS NOT NULL
    GROUP BY new_task.user_email
  ) AS came_back
  WHERE trainer IS NOT NULL;
  IF told IS NOT NULL THEN PERFORM core.tell('came_back', told); END IF;
  IF core.has_webhooks('task.sent_back') THEN
    FOR came IN
      SELECT new_task.project_id AS project, count(*) AS things,
        (array_agg(turing_task_id ORDER BY turing_task_id))[1:${MAX_TOLD_IDS}] AS task_ids
      FROM new_rows AS new_task JOIN old_rows AS old_task USING (turing_task_id)
      WHERE new_task.status = 'rework' AND old_task.status <> 'rework'
      GROUP BY new_task.project_id
    LOOP
      PERFORM core.tell_webhooks(came.project, 'task.sent_back',
        jsonb_build_object('things', came.things, 'task_ids', came.task_ids));
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_update AFTER UPDATE ON core.task
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.tell_of_rework();

CREATE FUNCTION core.tell_of_conflicts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told jsonb;
  seen record;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('user_id', changed_by, 'project_id', project, 'things', things,
    'subject', jsonb_build_object('task_ids', task_ids))) INTO told
  FROM (
    SELECT changed_by,
      CASE WHEN min(project_id) = max(project_id) THEN min(project_id) END AS project,
      count(*) AS things,
      (array_agg(turing_task_id ORDER BY turing_task_id))[1:${MAX_TOLD_IDS}] AS task_ids
    FROM new_rows
    WHERE changed_by IS NOT NULL
      AND (SELECT state = 'completed' AND NOT dry_run FROM core.task_import WHERE id = import_id)
    GROUP BY changed_by
  ) AS contradicted;
  IF told IS NOT NULL THEN PERFORM core.tell('conflict', told); END IF;
  IF core.has_webhooks('import.conflict') THEN
    FOR seen IN
      SELECT project_id AS project, import_id, count(*) AS things,
        (array_agg(turing_task_id ORDER BY turing_task_id))[1:${MAX_TOLD_IDS}] AS task_ids
      FROM new_rows
      WHERE (SELECT state = 'completed' AND NOT dry_run FROM core.task_import WHERE id = import_id)
      GROUP BY project_id, import_id
    LOOP
      PERFORM core.tell_webhooks(seen.project, 'import.conflict', jsonb_build_object(
        'import_id', seen.import_id, 'things', seen.things, 'task_ids', seen.task_ids));
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON core.import_conflict
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.tell_of_conflicts();

CREATE FUNCTION core.tell_of_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell('import', jsonb_build_array(jsonb_build_object(
    'user_id', NEW.uploaded_by, 'things', 1,
    'subject', jsonb_build_object('import_id', NEW.id, 'state', NEW.state))));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_end AFTER UPDATE OF state ON core.task_import
FOR EACH ROW WHEN (
  NOT NEW.dry_run AND NEW.state <> OLD.state AND NEW.state IN ('completed', 'failed', 'unconfirmed'))
EXECUTE FUNCTION core.tell_of_import();

CREATE FUNCTION core.tell_of_ended_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell_webhooks(project, 'import.ended',
    jsonb_build_object('import_id', NEW.id, 'state', NEW.state))
  FROM (
    SELECT unnest(NEW.projects)
    UNION SELECT project_id FROM agg.touched WHERE xid = pg_current_xact_id_if_assigned()
  ) AS merged (project)
  WHERE project > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON core.task_import
FOR EACH ROW WHEN (
  NOT NEW.dry_run AND NEW.state <> OLD.state AND NEW.state IN ('completed', 'failed', 'cancelled'))
EXECUTE FUNCTION core.tell_of_ended_import();
`;
