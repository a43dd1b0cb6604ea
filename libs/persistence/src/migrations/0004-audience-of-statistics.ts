import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Who sees a custom statistic. Existing ones stay visible to all members of their project. */
export class AudienceOfStatistics1800000000006 implements MigrationInterface {
  name = 'AudienceOfStatistics1800000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      ALTER TABLE core.custom_stat
      ADD COLUMN audience text NOT NULL DEFAULT 'members' CHECK (audience IN ('members', 'leads'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.custom_stat DROP COLUMN audience`);
  }
}
