import { sql } from '../sql.js';

const grants = sql`
CREATE FUNCTION core.pod_role_name(pod_role text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE pod_role WHEN 'lead' THEN 'pod-lead' ELSE pod_role END;

CREATE VIEW core.user_grant AS
SELECT
  assigned.user_id,
  assigned.project_id,
  coalesce(
    array_agg(DISTINCT permission.name ORDER BY permission.name)
      FILTER (WHERE permission.name IS NOT NULL),
    '{}') AS permissions
FROM (
  SELECT user_id, project_id, role_id FROM core.user_role
  UNION ALL
  SELECT app_user.id, pod.project_id, role.id
  FROM core.pod_member AS member
  JOIN core.app_user ON app_user.email = member.user_email
  JOIN core.pod ON pod.name = member.pod_name
  LEFT JOIN core.role ON role.name = core.pod_role_name(member.role)
) AS assigned
LEFT JOIN core.role_permission USING (role_id)
LEFT JOIN core.permission ON permission.id = role_permission.permission_id
GROUP BY assigned.user_id, assigned.project_id;

COMMENT ON VIEW core.user_grant IS
  'Grants of each user by project: assigned roles and pod roles';
`;

const revisionOf = sql`
CREATE FUNCTION core.revision_of(asked_project integer) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE asked.id
      WHEN 0 THEN (SELECT coalesce(sum(revision), 0)::bigint FROM agg.project_revision)
      ELSE coalesce(
        (SELECT revision FROM agg.project_revision WHERE project_id = asked.id), 0) END
    FROM core.project AS asked
    WHERE asked.id = asked_project);
END $$;

COMMENT ON FUNCTION core.revision_of(integer) IS
  'The revision of a project; for project 0 the sum of all revisions; null if the project does not exist';
`;

/**
 * Each part changes with something that can replace what was committed: the server (failover, files
 * of a backup), its recovery from a crash, which resets the statistics (commits that were not synchronous), the
 * database (a renamed copy), and the index, which pg_restore builds after the data and TRUNCATE
 * replaces. See docs/adr/0138.
 */
const epoch = sql`
CREATE FUNCTION core.epoch() RETURNS text
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
BEGIN
  RETURN (
    SELECT left(encode(sha256(concat_ws(' ',
      extract(epoch FROM pg_postmaster_start_time()),
      extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()),
      oid,
      pg_relation_filenode('agg.project_revision_pkey'))::bytea), 'hex'), 16)
    FROM pg_database
    WHERE datname = current_database());
END $$;

COMMENT ON FUNCTION core.epoch() IS
  'The history of this database: revisions are compared only within one value';
`;

/**
 * In PL/pgSQL, so that the connection caches the plan: planning the view for each lookup would take
 * longer than running it.
 */
const userAccess = sql`
CREATE FUNCTION core.user_access(asked_user integer, session_id uuid, asked_project integer)
RETURNS TABLE (
  id integer, email text, name text, grants jsonb, project_revision bigint, seen_in text)
LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RETURN QUERY
  SELECT app_user.id, app_user.email, app_user.name, (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
        'project_id', held.project_id,
        'project_name', project.name,
        'permissions', held.permissions) ORDER BY held.project_id), '[]')
    FROM core.user_grant AS held
    JOIN core.project ON project.id = held.project_id
    WHERE held.user_id = app_user.id), core.revision_of(asked_project), pg_current_snapshot()::text
  FROM core.app_user
  WHERE app_user.id = asked_user
    AND app_user.is_active
    AND (session_id IS NULL OR EXISTS (
      SELECT FROM core.refresh_token AS token
      WHERE token.family_id = session_id AND token.revoked_at IS NULL));
END $$;

COMMENT ON FUNCTION core.user_access(integer, uuid, integer) IS
  'An active user with current grants, and the snapshot they were read in; no row if the session is revoked. The revision is null if the project does not exist';
`;

const notifications = sql`
CREATE FUNCTION core.announce_access(asked_user integer) RETURNS void
LANGUAGE sql VOLATILE
RETURN pg_notify('portal_access', json_build_object('user_id', asked_user)::text);

CREATE FUNCTION core.announce_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'app_user' THEN
    PERFORM core.announce_access(NEW.id);
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM core.announce_access(OLD.user_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM core.announce_access(NEW.user_id); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION core.announce_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.announce_access(app_user.id)
  FROM core.app_user
  WHERE (TG_OP <> 'INSERT' AND app_user.email = OLD.user_email)
     OR (TG_OP <> 'DELETE' AND app_user.email = NEW.user_email);
  RETURN NULL;
END $$;

CREATE FUNCTION core.announce_pod() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.announce_access(app_user.id)
  FROM core.pod_member AS member
  JOIN core.app_user ON app_user.email = member.user_email
  WHERE member.pod_name = NEW.name;
  RETURN NULL;
END $$;

-- All users with the role: by assignment, or through a pod role with its old or new name.
CREATE FUNCTION core.announce_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  role_ids integer[];
  role_names text[];
BEGIN
  IF TG_TABLE_NAME = 'role' THEN
    role_names := CASE TG_OP
      WHEN 'INSERT' THEN ARRAY[NEW.name]
      WHEN 'DELETE' THEN ARRAY[OLD.name]
      ELSE ARRAY[OLD.name, NEW.name] END;
  ELSE
    role_ids := CASE TG_OP
      WHEN 'INSERT' THEN ARRAY[NEW.role_id]
      WHEN 'DELETE' THEN ARRAY[OLD.role_id]
      ELSE ARRAY[OLD.role_id, NEW.role_id] END;
    SELECT array_agg(role.name) INTO role_names FROM core.role WHERE role.id = ANY (role_ids);
  END IF;
  PERFORM core.announce_access(holder.user_id)
  FROM (
    SELECT assigned.user_id FROM core.user_role AS assigned
    WHERE assigned.role_id = ANY (role_ids)
    UNION
    SELECT app_user.id
    FROM core.pod_member AS member
    JOIN core.app_user ON app_user.email = member.user_email
    WHERE core.pod_role_name(member.role) = ANY (role_names)
  ) AS holder;
  RETURN NULL;
END $$;

CREATE TRIGGER announce AFTER UPDATE OF is_active, email ON core.app_user
  FOR EACH ROW EXECUTE FUNCTION core.announce_user();
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON core.user_role
  FOR EACH ROW EXECUTE FUNCTION core.announce_user();
CREATE TRIGGER announce AFTER UPDATE OF revoked_at ON core.refresh_token
  FOR EACH ROW EXECUTE FUNCTION core.announce_user();
CREATE TRIGGER announce AFTER UPDATE OF is_active, expires_at OR DELETE ON core.api_token
  FOR EACH ROW EXECUTE FUNCTION core.announce_user();
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON core.pod_member
  FOR EACH ROW EXECUTE FUNCTION core.announce_member();
CREATE TRIGGER announce AFTER UPDATE OF project_id ON core.pod
  FOR EACH ROW EXECUTE FUNCTION core.announce_pod();
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON core.role_permission
  FOR EACH ROW EXECUTE FUNCTION core.announce_role();
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF name OR DELETE ON core.role
  FOR EACH ROW EXECUTE FUNCTION core.announce_role();
`;

/** API tokens are not revoked: they work again when the user is activated again. */
const deactivation = sql`
CREATE FUNCTION core.revoke_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE core.refresh_token SET revoked_at = now()
  WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER revoke_sessions AFTER UPDATE OF is_active ON core.app_user
  FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active)
  EXECUTE FUNCTION core.revoke_sessions();
`;

/** The grants of users and their notifications. */
export const access = sql`
${grants}
${revisionOf}
${epoch}
${userAccess}
${notifications}
${deactivation}
`;
