import { setTimeout as pause } from 'node:timers/promises';
import { type DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { meaningOf } from '../database-errors.js';
import { sql } from '../sql.js';
import { Migration as VersionedMigration } from './migration.js';
import { isCodeOutdated, replaceCode, withoutChanges } from './replace-code.js';

export type Say = (line: string) => void;

/** Requests wait behind a migration that waits for the lock of a table: shorter than anybody notices. */
const LOCK_WAIT_MS = 500;
/** In every tenth attempt: PostgreSQL stops an autovacuum that is in the way after 1 s (deadlock_timeout). */
const LONG_LOCK_WAIT_MS = 1_200;
const LONG_WAIT_EVERY = 10;
/** Between two attempts, so that requests that waited are served. */
const PAUSE_MS = 1_000;

/**
 * Runs the migrations that the database lacks, in order, and replaces the code that has changed. What follows the last
 * migration outside of a transaction is one transaction with the code: functions and the tables that they use change
 * together. A transaction gives up its locks if it does not get the next one at once, and tries again: imports and other
 * long changes end first.
 * @param say gets a line for each of them, if the database had a migration before
 */
export async function runPending(migrator: DataSource, say: Say): Promise<void> {
  const runner = migrator.createQueryRunner();
  try {
    const executor = new MigrationExecutor(migrator, runner);
    const pending = await executor.getPendingMigrations();
    const isNew = (await executor.getExecutedMigrations()).length === 0;
    const tell: Say = (line) => isNew || say(line);
    const announce = (migration: Migration) =>
      tell(`${pending.indexOf(migration) + 1} of ${pending.length}: ${titleOf(migration)}`);

    const last = lastTransaction(pending);
    for (const migration of pending.filter((one) => !last.includes(one))) {
      announce(migration);
      const run = () => executor.executeMigration(migration);
      if (migration.instance?.transaction === false) await run();
      else await inTransaction(runner, run, tell);
    }
    if (last.length === 0 && !(await isCodeOutdated(runner))) return;
    for (const migration of last) announce(migration);
    const work = async () => {
      await runner.query(withoutChanges);
      for (const migration of last) await executor.executeMigration(migration);
      return replaceCode(runner);
    };
    const replaced = await inTransaction(runner, work, tell);
    tell(`${replaced} functions, views and triggers changed`);
  } finally {
    await runner.release();
  }
}

/** The migrations that are one transaction with the code, in order. */
function lastTransaction(pending: readonly Migration[]): Migration[] {
  const end = pending.findLastIndex(({ instance }) => instance?.transaction === false);
  return pending.filter(
    ({ instance }, index) =>
      index > end || (instance instanceof VersionedMigration && instance.withCode),
  );
}

/** Its name without the timestamp at its end. */
function titleOf({ name }: Migration): string {
  return name.replace(/\d+$/, '');
}

async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>, say: Say): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await runner.startTransaction();
    try {
      const wait = attempt % LONG_WAIT_EVERY === 0 ? LONG_LOCK_WAIT_MS : LOCK_WAIT_MS;
      await runner.query(sql`SET LOCAL lock_timeout = ${wait}`);
      const result = await work();
      await runner.commitTransaction();
      return result;
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
  const meaning = meaningOf(error);
  return meaning === 'locked' || meaning === 'deadlock';
}
