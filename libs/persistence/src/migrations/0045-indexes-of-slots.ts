import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/**
 * The key of `agg.user_slot` with the transaction, and the index of rows that are to be merged. Tasks can be
 * written while they are built, therefore outside a transaction; an interrupted run begins again.
 */
export class IndexesOfSlots1800000000047 extends Migration {
  name = 'IndexesOfSlots1800000000047';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS agg.user_slot_key`);
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS agg.user_slot_unmerged`);
    await runner.query(sql`
CREATE UNIQUE INDEX CONCURRENTLY user_slot_key
ON agg.user_slot (project_id, user_email, slot_start, xid)`);
    await runner.query(sql`
CREATE INDEX CONCURRENTLY user_slot_unmerged ON agg.user_slot (project_id) WHERE xid <> '0'`);
  }
}
