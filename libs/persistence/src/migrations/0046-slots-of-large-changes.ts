import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** A large transaction adds rows of its own to `agg.user_slot`, so that edits do not wait for it (ADR 177). */
export class SlotsOfLargeChanges1800000000048 extends Migration {
  name = 'SlotsOfLargeChanges1800000000048';
  override readonly withCode = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE agg.user_slot
  DROP CONSTRAINT user_slot_pkey,
  ADD CONSTRAINT user_slot_pkey PRIMARY KEY USING INDEX user_slot_key`);
  }
}
