import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { requestAccess } from './0007-request-access.js';

/**
 * Lets any statement tell, along with its rows, whether a person who was looked up before is still
 * who they were.
 */
export class AccessChanges1790000000016 implements MigrationInterface {
  name = 'AccessChanges1790000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accessChanges);
    await runner.query(noteTriggers);
    await runner.query(sql`DROP FUNCTION core.person_access(integer, uuid, integer)`);
    await runner.query(revisionOf);
    await runner.query(seenAccess);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP FUNCTION core.person_access(integer, uuid, integer)`);
    await runner.query(requestAccess);
    await runner.query(sql`DROP FUNCTION core.revision_of(integer)`);
    await runner.query(sql`DROP FUNCTION core.note_access_change() CASCADE`);
    await runner.query(sql`DROP TABLE agg.access_change`);
  }
}

/**
 * Rows are only added, one by each transaction, so that none waits for another as it would for a
 * counter; and a snapshot says of each whether it had been committed by then, which the order of
 * numbers does not.
 */
const accessChanges = sql`
CREATE TABLE agg.access_change (xid xid8 PRIMARY KEY);
COMMENT ON TABLE agg.access_change IS
  'The transactions that may have changed who somebody is or what they hold anywhere';

CREATE FUNCTION core.note_access_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agg.access_change VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
`;

/**
 * Every change that a lookup of a person, by session or API token, could be the first to show: what
 * adds or takes rows, and of which columns a new value does.
 */
const CHANGES = {
  app_user: ['DELETE', 'id, email, name, is_active'],
  refresh_token: ['DELETE', 'user_id, family_id, revoked_at'],
  api_token: ['DELETE', 'user_id, token_hash, is_active, expires_at'],
  project: ['DELETE', 'id, name'],
  pod: ['DELETE', 'name, project_id'],
  pod_member: ['INSERT OR DELETE', 'pod_name, user_email, role'],
  user_role: ['INSERT OR DELETE', 'user_id, project_id, role_id'],
  role: ['INSERT OR DELETE', 'id, name'],
  role_permission: ['INSERT OR DELETE', 'role_id, permission_id'],
  permission: ['DELETE', 'id, name'],
} as const;

/** By rows: a sign-in deletes what has expired, and writes the name again, mostly to no effect. */
const noteTriggers = Object.entries(CHANGES)
  .map(([table, [events, columns]]) => {
    const valuesOf = (row: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);
    return sql`
CREATE TRIGGER note_access_change AFTER ${events} ON core.${table}
FOR EACH ROW EXECUTE FUNCTION core.note_access_change();
CREATE TRIGGER note_access_update AFTER UPDATE ON core.${table}
FOR EACH ROW WHEN ((${valuesOf('OLD')}) IS DISTINCT FROM (${valuesOf('NEW')}))
EXECUTE FUNCTION core.note_access_change();
CREATE TRIGGER note_access_truncate AFTER TRUNCATE ON core.${table}
FOR EACH STATEMENT EXECUTE FUNCTION core.note_access_change();`;
  })
  .join('\n');

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
  'The revision of a project, which for all projects is the sum of all; null when it is not there';
`;

const seenAccess = sql`
CREATE FUNCTION core.person_access(person_id integer, session_id uuid, asked_project integer)
RETURNS TABLE (
  id integer, email text, name text, grants jsonb, project_revision bigint, seen_in text)
LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RETURN QUERY
  SELECT person.id, person.email, person.name, (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
        'project_id', held.project_id,
        'project_name', project.name,
        'permissions', held.permissions) ORDER BY held.project_id), '[]')
    FROM core.user_grant AS held
    JOIN core.project ON project.id = held.project_id
    WHERE held.user_id = person.id), core.revision_of(asked_project), pg_current_snapshot()::text
  FROM core.app_user AS person
  WHERE person.id = person_id
    AND person.is_active
    AND (session_id IS NULL OR EXISTS (
      SELECT FROM core.refresh_token AS token
      WHERE token.family_id = session_id AND token.revoked_at IS NULL));
END $$;

COMMENT ON FUNCTION core.person_access(integer, uuid, integer) IS
  'An active person with current grants, and the snapshot that shows them; no row when the session named has been revoked. The revision of the project asked for is null when it is not there';
`;
