import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** What the portal tells each user; the texts are made when it is read. */
export class Notifications1800000000062 extends Migration {
  name = 'Notifications1800000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.notification (
  id         uuid PRIMARY KEY,
  user_id    integer NOT NULL REFERENCES core.app_user ON DELETE CASCADE,
  project_id integer REFERENCES core.project ON DELETE CASCADE,
  kind       text NOT NULL,
  things     integer NOT NULL CHECK (things > 0),
  subject    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at    timestamptz
);
CREATE INDEX notification_user ON core.notification (user_id, created_at, id);
CREATE INDEX notification_unread ON core.notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_project ON core.notification (project_id);
CREATE INDEX notification_created ON core.notification (created_at);
COMMENT ON TABLE core.notification IS
  'What the portal tells a user; one row for each user, kind and transaction';
COMMENT ON COLUMN core.notification.things IS 'How many things it is about, such as tasks';
COMMENT ON COLUMN core.notification.subject IS 'The ids of what it is about; of many things those of the first';
`);
  }
}
