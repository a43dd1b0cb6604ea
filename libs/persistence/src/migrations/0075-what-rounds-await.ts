import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** What the task of a last round is for (ADR 192); the next migration fills it. */
export class WhatRoundsAwait1800000000077 extends Migration {
  name = 'WhatRoundsAwait1800000000077';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_round ADD COLUMN awaits text;
COMMENT ON COLUMN core.task_round.awaits IS
  'rework or review: what the task is for since this round, its last one; NULL for an earlier round, and for a task that is done';
`);
  }
}
