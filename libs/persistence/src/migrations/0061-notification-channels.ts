import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** What goes out by Slack and e-mail, and what each user wants to get there. */
export class NotificationChannels1800000000063 extends Migration {
  name = 'NotificationChannels1800000000063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.notification_delivery (
  notification_id uuid NOT NULL REFERENCES core.notification ON DELETE CASCADE,
  channel         text NOT NULL CHECK (channel IN ('slack', 'email')),
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')),
  due_at          timestamptz NOT NULL,
  message_id      uuid,
  attempts        integer NOT NULL DEFAULT 0,
  tried_at        timestamptz,
  sent_at         timestamptz,
  reason          text,
  PRIMARY KEY (notification_id, channel)
);
CREATE INDEX notification_delivery_due ON core.notification_delivery (due_at) WHERE state = 'waiting';
COMMENT ON TABLE core.notification_delivery IS 'What becomes of a notification on each channel';
COMMENT ON COLUMN core.notification_delivery.message_id IS
  'Of the message that it is tried in, the same over retries; null before the first try';
COMMENT ON COLUMN core.notification_delivery.tried_at IS 'When it was tried first';
COMMENT ON COLUMN core.notification_delivery.reason IS 'Why it was dropped, has failed or is tried again';

CREATE TABLE core.notification_choice (
  user_id integer NOT NULL REFERENCES core.app_user ON DELETE CASCADE,
  kind    text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('slack', 'email')),
  how     text NOT NULL CHECK (how IN ('now', 'daily', 'off')),
  PRIMARY KEY (user_id, kind, channel)
);
COMMENT ON TABLE core.notification_choice IS 'Where a user does not want what the portal chooses';
`);
  }
}
