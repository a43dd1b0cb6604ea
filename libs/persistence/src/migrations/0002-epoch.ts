import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Names the history of the database, in which revisions are compared. */
export class Epoch1800000000004 implements MigrationInterface {
  name = 'Epoch1800000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
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
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP FUNCTION core.epoch()`);
  }
}
