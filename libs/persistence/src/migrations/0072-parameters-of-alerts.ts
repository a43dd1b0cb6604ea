import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** An alert on a statistic with parameters has values for them. */
export class ParametersOfAlerts1800000000074 extends Migration {
  name = 'ParametersOfAlerts1800000000074';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.alert ADD COLUMN IF NOT EXISTS parameters jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN core.alert.parameters IS
  'Values of the parameters of its statistic: start_date, end_date, batch_ids; null in the query without one';
`);
  }
}
