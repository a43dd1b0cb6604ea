import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * Remembers when regular work ran last. Deleting a refresh token a day after its end is no longer a
 * change of access.
 */
export class Housekeeping1800000000014 implements MigrationInterface {
  name = 'Housekeeping1800000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.chore (
  name   text PRIMARY KEY,
  ran_at timestamptz NOT NULL DEFAULT '-infinity',
  ran_in text
);
COMMENT ON TABLE core.chore IS
  'Regular work of the workers: when it ran last, and the snapshot of that run';
DROP TRIGGER note_access_change ON core.refresh_token;
CREATE TRIGGER note_access_change AFTER DELETE ON core.refresh_token
FOR EACH ROW WHEN (OLD.expires_at > now() - interval '1 day')
EXECUTE FUNCTION core.note_access_change();
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
DROP TRIGGER note_access_change ON core.refresh_token;
CREATE TRIGGER note_access_change AFTER DELETE ON core.refresh_token
FOR EACH ROW EXECUTE FUNCTION core.note_access_change();
DROP TABLE core.chore;
`);
  }
}
