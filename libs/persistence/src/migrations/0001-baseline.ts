import type { MigrationInterface, QueryRunner } from 'typeorm';
import { removeReportingRoles, undoHardening } from '../reporting/remove.js';
import { sql } from '../sql.js';
import { BASELINE } from './baseline-0.1.0.js';

/** The schema of version 0.1.0. Later migrations add to it. */
export class Baseline1800000000003 implements MigrationInterface {
  name = 'Baseline1800000000003';

  async up(runner: QueryRunner): Promise<void> {
    for (const subject of BASELINE) await runner.query(subject);
  }

  async down(runner: QueryRunner): Promise<void> {
    await undoHardening(runner);
    await runner.query(sql`DROP SCHEMA reporting, sign_in, live, agg, core CASCADE`);
    await removeReportingRoles(runner);
  }
}
