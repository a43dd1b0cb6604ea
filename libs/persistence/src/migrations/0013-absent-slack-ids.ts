import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** An absent Slack id is an empty text, wherever it is read. */
export class AbsentSlackIds1790000000013 implements MigrationInterface {
  name = 'AbsentSlackIds1790000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.app_user ALTER COLUMN slack_id SET DEFAULT ''`);
    await runner.query(sql`UPDATE core.app_user SET slack_id = '' WHERE slack_id IS NULL`);
    await runner.query(sql`ALTER TABLE core.app_user ALTER COLUMN slack_id SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      ALTER TABLE core.app_user
        ALTER COLUMN slack_id DROP NOT NULL,
        ALTER COLUMN slack_id DROP DEFAULT`);
    await runner.query(sql`UPDATE core.app_user SET slack_id = NULL WHERE slack_id = ''`);
  }
}
