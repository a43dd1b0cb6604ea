import type { QueryRunner } from 'typeorm';
import { recountSinceBegin } from './0063-rounds-of-meanwhile.js';
import { Migration } from './migration.js';

/** Counts what changed while the rounds were told what their tasks await. */
export class AwaitsOfMeanwhile1800000000079 extends Migration {
  name = 'AwaitsOfMeanwhile1800000000079';
  override readonly withCode = true;

  up(runner: QueryRunner): Promise<void> {
    return recountSinceBegin(runner);
  }
}
