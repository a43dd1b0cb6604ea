import { sql } from '../../sql.js';

/**
 * Tables whose rows name their project, by the column that does. Custom statistics are left out:
 * no number and no reporting view depends on them.
 */
const BY_PROJECT = {
  'core.project': 'id',
  'core.batch': 'project_id',
  'core.pod': 'project_id',
};

/** Tables whose rows belong to a project through their pod. */
const BY_POD = ['core.pod_member', 'core.pod_weekly_target'];

const touchFunctions = sql`
CREATE FUNCTION agg.touch(project_id integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO agg.touched VALUES (pg_current_xact_id(), project_id) ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION agg.touch_project() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM agg.touch((to_jsonb(OLD) ->> TG_ARGV[0])::integer);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM agg.touch((to_jsonb(NEW) ->> TG_ARGV[0])::integer);
  END IF;
  RETURN NULL;
END $$;

-- The deletion of a pod also deletes its members; its own trigger has marked the project as
-- changed.
CREATE FUNCTION agg.touch_project_of_pod() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM agg.touch(project_id) FROM core.pod WHERE name = OLD.pod_name;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM agg.touch(project_id) FROM core.pod WHERE name = NEW.pod_name;
  END IF;
  RETURN NULL;
END $$;

-- The projects in which the user has a pod or tasks: their statistics show the user's details.
CREATE FUNCTION agg.touch_projects_of_user() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  -- Tasks keep the old email when the email of an account changes.
  emails CONSTANT text[] := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.email]
    WHEN 'DELETE' THEN ARRAY[OLD.email]
    ELSE ARRAY[OLD.email, NEW.email] END;
BEGIN
  PERFORM agg.touch(project.id)
  FROM core.project
  WHERE EXISTS (
      SELECT FROM agg.user_total
      WHERE project_id = project.id AND user_email = ANY (emails) AND tasks > 0)
    OR EXISTS (
      SELECT FROM core.pod_member JOIN core.pod ON pod.name = pod_member.pod_name
      WHERE pod_member.user_email = ANY (emails) AND pod.project_id = project.id);
  RETURN NULL;
END $$;

CREATE FUNCTION agg.touch_all_projects_scope() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM agg.touch(0);
  RETURN NULL;
END $$;
`;

const touchTriggers = [
  ...Object.entries(BY_PROJECT).map(
    ([table, column]) => sql`
CREATE TRIGGER touch_project AFTER INSERT OR UPDATE OR DELETE ON ${table}
FOR EACH ROW EXECUTE FUNCTION agg.touch_project('${column}');`,
  ),
  ...BY_POD.map(
    (table) => sql`
CREATE TRIGGER touch_project AFTER INSERT OR UPDATE OR DELETE ON ${table}
FOR EACH ROW EXECUTE FUNCTION agg.touch_project_of_pod();`,
  ),
  // A sign-in rewrites name and picture, mostly without effect.
  sql`
CREATE TRIGGER touch_projects AFTER INSERT OR DELETE ON core.app_user
FOR EACH ROW EXECUTE FUNCTION agg.touch_projects_of_user();
CREATE TRIGGER touch_projects_of_changed AFTER UPDATE ON core.app_user
FOR EACH ROW WHEN (
  (OLD.email, OLD.name, OLD.picture, OLD.timezone)
    IS DISTINCT FROM (NEW.email, NEW.name, NEW.picture, NEW.timezone))
EXECUTE FUNCTION agg.touch_projects_of_user();`,
  sql`
CREATE TRIGGER touch_all_projects AFTER INSERT OR UPDATE OR DELETE ON core.meta
FOR EACH ROW EXECUTE FUNCTION agg.touch_all_projects_scope();`,
].join('\n');

const importTriggers = sql`
CREATE FUNCTION agg.count_import_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.progress_revision := OLD.progress_revision + 1;
  RETURN NEW;
END $$;

CREATE FUNCTION agg.announce_import() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('portal_import', json_build_object(
    'import_id', coalesce(NEW.id, OLD.id),
    'has_ended', coalesce(NEW.state NOT IN ('queued', 'running'), true))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER count_change BEFORE UPDATE ON core.task_import
FOR EACH ROW EXECUTE FUNCTION agg.count_import_change();

CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON core.task_import
FOR EACH ROW EXECUTE FUNCTION agg.announce_import();
`;

const truncateTriggers = sql`
CREATE FUNCTION agg.refuse_truncate() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% must not be truncated: its aggregates would stay', TG_RELID::regclass
    USING ERRCODE = 'feature_not_supported',
      HINT = 'Delete the rows, or disable this trigger, truncate, enable it again and '
        'rebuild the aggregates.';
END $$;

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON core.task
FOR EACH STATEMENT EXECUTE FUNCTION agg.refuse_truncate();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON core.task_review
FOR EACH STATEMENT EXECUTE FUNCTION agg.refuse_truncate();
`;

export const otherTriggers = [touchFunctions, touchTriggers, importTriggers, truncateTriggers].join(
  '\n\n',
);
