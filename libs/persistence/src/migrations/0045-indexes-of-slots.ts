import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * The key of `agg.user_slot` with the transaction, and the index of rows that are to be merged. Tasks can be
 * written while they are built, therefore outside a transaction; an interrupted run begins again.
 */
export class IndexesOfSlots1800000000047 implements MigrationInterface {
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

  /** The key has become the primary key of 0046, and went with it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX IF EXISTS agg.user_slot_key, agg.user_slot_unmerged`);
  }
}
