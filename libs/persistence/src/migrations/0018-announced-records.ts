import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

const TABLES = [
  ...['api_token', 'app_user', 'audit', 'batch', 'custom_stat', 'permission', 'pod', 'pod_member'],
  ...['pod_weekly_target', 'project', 'role', 'role_permission', 'task', 'user_role'],
];

/** Tells the servers at each commit which of the tables that lists show may have changed. */
export class AnnouncedRecords1800000000020 implements MigrationInterface {
  name = 'AnnouncedRecords1800000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE FUNCTION core.announce_records() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('portal_records', TG_TABLE_NAME);
  RETURN NULL;
END $$;

COMMENT ON FUNCTION core.announce_records() IS
  'Tells the servers at the commit that a table may have changed; equal messages of a transaction are one';
`);
    for (const table of TABLES) {
      await runner.query(sql`
CREATE TRIGGER announce_records AFTER INSERT OR UPDATE OR DELETE ON core.${table}
FOR EACH STATEMENT EXECUTE FUNCTION core.announce_records();
`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(sql`DROP TRIGGER announce_records ON core.${table};`);
    }
    await runner.query(sql`DROP FUNCTION core.announce_records();`);
  }
}
