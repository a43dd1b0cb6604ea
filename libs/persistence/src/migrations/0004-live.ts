import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * Where Socket.IO servers without Redis leave each other messages too long for a notification, and
 * the announcement of API tokens that were taken back, on which connections may be open.
 */
export class Live1790000000004 implements MigrationInterface {
  name = 'Live1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`CREATE SCHEMA live`);
    await runner.query(sql`
      CREATE UNLOGGED TABLE live.socket_attachment (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        payload    bytea
      )`);
    await runner.query(sql`
      CREATE TRIGGER announce AFTER UPDATE OF is_active, expires_at OR DELETE ON core.api_token
      FOR EACH ROW EXECUTE FUNCTION core.announce_person()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP TRIGGER announce ON core.api_token`);
    await runner.query(sql`DROP SCHEMA live CASCADE`);
  }
}
