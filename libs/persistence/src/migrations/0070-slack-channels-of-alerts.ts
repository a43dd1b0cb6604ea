import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Alerts tell Slack channels, too: a notification is for a user or for a channel. */
export class SlackChannelsOfAlerts1800000000072 extends Migration {
  name = 'SlackChannelsOfAlerts1800000000072';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.alert ADD COLUMN IF NOT EXISTS slack_channel text`);
    await runner.query(
      sql`COMMENT ON COLUMN core.alert.slack_channel IS 'The ID or #name of a channel that is told; null for none'`,
    );
    await runner.query(sql`
ALTER TABLE core.notification ALTER COLUMN user_id DROP NOT NULL, ADD COLUMN IF NOT EXISTS slack_channel text`);
    await runner.query(
      sql`COMMENT ON COLUMN core.notification.slack_channel IS 'The channel that is told; null for a user'`,
    );
    await runner.query(sql`
ALTER TABLE core.notification DROP CONSTRAINT IF EXISTS notification_told_check,
ADD CONSTRAINT notification_told_check CHECK (num_nonnulls(user_id, slack_channel) = 1) NOT VALID`);
    await runner.query(
      sql`ALTER TABLE core.notification VALIDATE CONSTRAINT notification_told_check`,
    );
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS core.notification_slack_channel`);
    await runner.query(sql`
CREATE INDEX CONCURRENTLY notification_slack_channel ON core.notification (slack_channel, created_at, id)
WHERE slack_channel IS NOT NULL`);
  }
}
