import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** A large transaction will have rows of its own in `agg.user_slot` (ADR 177). */
export class TransactionsOfSlots1800000000046 extends Migration {
  name = 'TransactionsOfSlots1800000000046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE agg.user_slot ADD COLUMN xid xid8 NOT NULL DEFAULT '0'`);
  }
}
