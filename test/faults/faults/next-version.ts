import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The usual kinds of migrations, after all that this version has. */
export class ColumnOfNextVersion implements MigrationInterface {
  name = 'ColumnOfNextVersion1900000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.task ADD next_version integer NOT NULL DEFAULT 7');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.task DROP next_version');
  }
}

export class ConditionOfNextVersion implements MigrationInterface {
  name = 'ConditionOfNextVersion1900000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE core.task ADD CONSTRAINT next_version_check CHECK (next_version > 0) NOT VALID',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.task DROP CONSTRAINT next_version_check');
  }
}

export class IndexOfNextVersion implements MigrationInterface {
  name = 'IndexOfNextVersion1900000000003';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX CONCURRENTLY next_version_index ON core.task (next_version)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX core.next_version_index');
  }
}
