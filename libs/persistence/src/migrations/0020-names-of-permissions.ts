import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Administrators create permissions: their names have digits, too, and 2 to 64 characters. */
export class NamesOfPermissions1800000000022 implements MigrationInterface {
  name = 'NamesOfPermissions1800000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      ALTER TABLE core.permission
      DROP CONSTRAINT permission_name_check,
      ADD CONSTRAINT permission_name_check CHECK (name ~ '^[a-z][a-z0-9-]{1,63}$')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      ALTER TABLE core.permission
      DROP CONSTRAINT permission_name_check,
      ADD CONSTRAINT permission_name_check CHECK (name ~ '^[a-z][a-z-]*$')`);
  }
}
