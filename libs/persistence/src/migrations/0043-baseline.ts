import type { QueryRunner } from 'typeorm';
import { TABLES_OF_0_2_0 } from './baseline-0.2.0.js';
import { Migration } from './migration.js';

/** What version 0.2.0 applied last: a database with it has the tables of the baseline already. */
export const LAST_OF_0_2_0 = 'StartsOfImports1800000000045';

/** The tables of version 0.2.0. Later migrations add to them. */
export class Baseline1800000000045 extends Migration {
  name = 'Baseline1800000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_OF_0_2_0);
  }
}
