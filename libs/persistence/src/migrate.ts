import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createMigrator } from './data-source.js';
import { transactionOn } from './db.js';
import { MIGRATIONS } from './migrations/all.js';
import { forgetHistoryOfOtherCluster } from './restored-history.js';
import { sql } from './sql.js';

/** Launcher, server and operator can start migrations; one run at a time per database. */
const MIGRATION_LOCK = 7_264_001;
const POLL_MS = 100;

/** The migrations that this version needs. */
export const MIGRATION_NAMES = MIGRATIONS.map(({ name }) => name);

export interface MigrateOptions {
  /** IANA zone of a reporting day; set by the first migration, changed by `aggregates rebuild`. */
  readonly reportingTimeZone: string;
}

/**
 * Brings the database at `url` up to date, after a running migration has ended.
 * @throws {Error} if the database has another reporting time zone or an unknown migration
 */
export async function migrate(url: string, { reportingTimeZone }: MigrateOptions): Promise<void> {
  const guard = new pg.Client({ connectionString: url, application_name: 'portal migration lock' });
  await guard.connect();
  try {
    await waitForTurn(guard);
    await refuseUnknownMigrations(guard);
    await runMigrations(url, reportingTimeZone);
    await refuseOtherZone(guard, reportingTimeZone);
    await transactionOn(guard, forgetHistoryOfOtherCluster);
  } finally {
    await guard.end();
  }
}

/**
 * Asks again and again: a statement that waits for the lock has a snapshot, and the CREATE INDEX CONCURRENTLY
 * of the run that has the lock would wait for its end.
 */
async function waitForTurn(guard: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await guard.query<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS locked`,
    );
    if (rows[0]?.locked) return;
    await pause(POLL_MS);
  }
}

/** An unknown migration comes from a newer version, or from one before the first release. */
async function refuseUnknownMigrations(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ present: boolean }>(
    sql`SELECT to_regclass('portal_migration') IS NOT NULL AS present`,
  );
  if (!rows[0]?.present) return;
  const unknown = await client.query<{ name: string }>(
    sql`SELECT name FROM portal_migration WHERE name <> ALL ($1) ORDER BY id LIMIT 1`,
    [MIGRATION_NAMES],
  );
  const name = unknown.rows[0]?.name;
  if (name === undefined) return;
  throw new Error(
    `The database was made by another version of the portal: its migration ${name} is unknown. ` +
      'Use that version, or an empty database (for the embedded one, remove PORTAL_DATA_DIR).',
  );
}

async function runMigrations(url: string, reportingTimeZone: string): Promise<void> {
  const migrator = createMigrator(url, {
    'portal.reporting_time_zone': reportingTimeZone,
  });
  await migrator.initialize();
  try {
    await refuseLostSettings(migrator, reportingTimeZone);
    await migrator.runMigrations();
  } finally {
    await migrator.destroy();
  }
}

/** PgBouncer can drop the settings of a connection; the first migration would take another zone. */
async function refuseLostSettings(migrator: DataSource, expected: string): Promise<void> {
  const [row] = await migrator.query<{ zone: string | null }[]>(
    sql`SELECT current_setting('portal.reporting_time_zone', true) AS zone`,
  );
  if (row?.zone === expected) return;
  throw new Error(
    'The connection lost its settings on the way to PostgreSQL. ' +
      'DATABASE_URL must lead to PostgreSQL itself, not to a pooler such as PgBouncer.',
  );
}

/** The first migration fixes the zone of the sums by day; in another zone they would be wrong. */
async function refuseOtherZone(client: pg.Client, expected: string): Promise<void> {
  const known = await client.query<{ present: boolean }>(
    sql`SELECT to_regprocedure('core.reporting_zone()') IS NOT NULL AS present`,
  );
  if (!known.rows[0]?.present) return;
  const stored = await client.query<{ zone: string }>(sql`SELECT core.reporting_zone() AS zone`);
  const zone = stored.rows[0]?.zone;
  if (zone !== expected) {
    throw new Error(
      `REPORTING_TIME_ZONE is ${expected}, but this database counts by days in ${zone}. ` +
        `Set it to ${zone}. Or change the database, which recounts all tasks: ` +
        `REPORTING_TIME_ZONE=${expected} npm run aggregates:rebuild ` +
        `(the embedded database must run: start the portal with ${zone} first and restart it afterwards).`,
    );
  }
}
