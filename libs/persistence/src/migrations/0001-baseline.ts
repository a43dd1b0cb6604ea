import type { MigrationInterface, QueryRunner } from 'typeorm';
import { removeReportingRoles, undoHardening } from '../reporting/remove.js';
import { reporting } from '../reporting/views.js';
import { accessChanges } from '../schema/access-changes.js';
import { access } from '../schema/access.js';
import { aggregates } from '../schema/aggregates/aggregates.js';
import { audit } from '../schema/audit.js';
import { lastAdmin } from '../schema/last-admin.js';
import { signIn } from '../schema/sign-in.js';
import { socketMessages } from '../schema/socket-messages.js';
import { taskIndexes } from '../schema/task-indexes.js';
import { tables } from '../schema/tables.js';
import { sql } from '../sql.js';

/**
 * The whole schema, by subject. Later migrations change the database; these files always describe
 * its current schema. Before the first release the schema changes here; a new name then makes the
 * portal refuse a database with the old schema.
 */
export class Baseline1800000000003 implements MigrationInterface {
  name = 'Baseline1800000000003';

  async up(runner: QueryRunner): Promise<void> {
    for (const subject of SUBJECTS) await runner.query(subject);
  }

  async down(runner: QueryRunner): Promise<void> {
    await undoHardening(runner);
    await runner.query(sql`DROP SCHEMA reporting, sign_in, live, agg, core CASCADE`);
    await removeReportingRoles(runner);
  }
}

/** In order of dependency: each subject uses only earlier ones. */
const SUBJECTS = [
  tables,
  taskIndexes,
  aggregates,
  access,
  accessChanges,
  audit,
  lastAdmin,
  socketMessages,
  signIn,
  reporting,
];
