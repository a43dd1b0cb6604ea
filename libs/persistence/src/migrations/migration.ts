import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change of tables. Nothing takes it back: an earlier database comes from a backup. */
export abstract class Migration implements MigrationInterface {
  abstract readonly name: string;

  /** Servers of the version before need today's functions from its commit on: it is one transaction with them. */
  readonly withCode: boolean = false;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<never> {
    return Promise.reject(new Error(`${this.name} cannot be reverted: restore a backup`));
  }
}
