import type { MigrationInterface, QueryRunner } from 'typeorm';
import { removeReportingRoles, undoHardening } from '../reporting/remove.js';
import { CREATE_TABLES, CREATE_VIEWS } from '../reporting/views.js';
import { sql } from '../sql.js';

/** What custom SQL may read: views that show a role the one project it is bound to. */
export class Reporting1790000000010 implements MigrationInterface {
  name = 'Reporting1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`CREATE SCHEMA reporting`);
    await runner.query(CREATE_TABLES);
    await runner.query(CREATE_VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await undoHardening(runner);
    await runner.query(sql`DROP SCHEMA reporting CASCADE`);
    await removeReportingRoles(runner);
  }
}
