import { setTimeout as pause } from 'node:timers/promises';
import { type DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE } from '../sql-states.js';
import { sql } from '../sql.js';

export type Say = (line: string) => void;

/** Requests wait behind a migration that waits for the lock of a table: shorter than anybody notices. */
const LOCK_WAIT_MS = 500;
/** In every tenth attempt: PostgreSQL stops an autovacuum that is in the way after 1 s (deadlock_timeout). */
const LONG_LOCK_WAIT_MS = 1_200;
const LONG_WAIT_EVERY = 10;
/** Between two attempts, so that requests that waited are served. */
const PAUSE_MS = 1_000;

/**
 * Runs the migrations that the database lacks, in order. Each is a transaction that gives up its locks if it does not
 * get the next one at once, and tries again: imports and other long changes end first.
 * @param say gets a line for each migration, if the database had one before
 */
export async function runPending(migrator: DataSource, say: Say): Promise<void> {
  const runner = migrator.createQueryRunner();
  try {
    const executor = new MigrationExecutor(migrator, runner);
    const pending = await executor.getPendingMigrations();
    const isNew = (await executor.getExecutedMigrations()).length === 0;
    for (const [index, migration] of pending.entries()) {
      const tell: Say = (line) => isNew || say(`${index + 1} of ${pending.length}: ${line}`);
      // Without the timestamp at its end.
      tell(migration.name.replace(/\d+$/, ''));
      if (migration.instance?.transaction === false) {
        await executor.executeMigration(migration);
      } else {
        await runInTransaction(executor, runner, migration, tell);
      }
    }
  } finally {
    await runner.release();
  }
}

async function runInTransaction(
  executor: MigrationExecutor,
  runner: QueryRunner,
  migration: Migration,
  say: Say,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await runner.startTransaction();
    try {
      const wait = attempt % LONG_WAIT_EVERY === 0 ? LONG_LOCK_WAIT_MS : LOCK_WAIT_MS;
      await runner.query(sql`SET LOCAL lock_timeout = ${wait}`);
      await executor.executeMigration(migration);
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      if (!isInTheWay(error)) throw error;
      if (attempt === 1) say('waits until an import or another long change ends');
      await pause(PAUSE_MS);
    }
  }
}

/** Whether others have a lock that the migration needs. */
function isInTheWay(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
}
