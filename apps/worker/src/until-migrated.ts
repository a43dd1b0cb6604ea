import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { readMigrationState } from '@portal/persistence/figures/migration-state';
import type { Queryable } from '@portal/persistence/queryable';
import type { Logger } from 'pino';

const LOOK_MS = 250;

/**
 * Waits until a server has migrated the database for this version. It does not wait for a database that is away: all
 * work of the worker does that itself.
 */
export async function untilMigrated(db: Queryable, logger: Logger): Promise<void> {
  if (await isMigrated(db)) return;
  logger.info('waiting for a server of this version to migrate the database');
  do await pause(LOOK_MS);
  while (!(await isMigrated(db)));
}

/** A new database has nothing that could tell. */
async function isMigrated(db: Queryable): Promise<boolean> {
  try {
    return (await readMigrationState(db)).pending === 0;
  } catch (error) {
    return isDatabaseAway(error);
  }
}
