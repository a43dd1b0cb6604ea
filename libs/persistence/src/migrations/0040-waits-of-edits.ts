import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** An edit says for how long it waited for an import. */
export class WaitsOfEdits1800000000042 implements MigrationInterface {
  name = 'WaitsOfEdits1800000000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.audit ADD waited_ms integer, ADD waited_for uuid;
COMMENT ON COLUMN core.audit.waited_ms IS
  'In the first record of a group: how long its transaction waited for imports; null for hardly or not at all';
COMMENT ON COLUMN core.audit.waited_for IS 'The import for which it waited, if it is known';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.audit DROP waited_ms, DROP waited_for`);
  }
}
