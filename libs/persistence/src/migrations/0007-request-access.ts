import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { personAccess } from './0003-access.js';

/**
 * Lets the one look at a person that every request takes also tell whether the project it asks for
 * is there, and its revision.
 */
export class RequestAccess1790000000007 implements MigrationInterface {
  name = 'RequestAccess1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP FUNCTION core.person_access(integer, uuid)`);
    await runner.query(requestAccess);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP FUNCTION core.person_access(integer, uuid, integer)`);
    await runner.query(personAccess);
  }
}

export const requestAccess = sql`
CREATE FUNCTION core.person_access(person_id integer, session_id uuid, asked_project integer)
RETURNS TABLE (id integer, email text, name text, grants jsonb, project_revision bigint)
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
    WHERE held.user_id = person.id), (
    SELECT CASE asked.id
      WHEN 0 THEN (SELECT coalesce(sum(revision), 0)::bigint FROM agg.project_revision)
      ELSE coalesce(
        (SELECT revision FROM agg.project_revision WHERE project_id = asked.id), 0) END
    FROM core.project AS asked
    WHERE asked.id = asked_project)
  FROM core.app_user AS person
  WHERE person.id = person_id
    AND person.is_active
    AND (session_id IS NULL OR EXISTS (
      SELECT FROM core.refresh_token AS token
      WHERE token.family_id = session_id AND token.revoked_at IS NULL));
END $$;

COMMENT ON FUNCTION core.person_access(integer, uuid, integer) IS
  'An active person with current grants; no row when the session named has been revoked. The revision of the project asked for is null when it is not there';
`;
