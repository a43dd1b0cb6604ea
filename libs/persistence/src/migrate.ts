import { setTimeout as pause } from 'node:timers/promises';
import { META_VERSION } from '@portal/contracts/constants';
import { VERSION } from '@portal/contracts/version';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createMigrator } from './data-source.js';
import { transactionOn } from './db.js';
import { MIGRATION_LOCK } from './locks.js';
import { LAST_OF_0_2_0 } from './migrations/0043-baseline.js';
import { MIGRATIONS } from './migrations/all.js';
import { type Say, runPending } from './migrations/run-pending.js';
import { letOwnersRead } from './reporting/view-owner.js';
import { forgetHistoryOfOtherCluster } from './restored-history.js';
import { sql } from './sql.js';

const POLL_MS = 100;

/** The migrations that this version needs. */
export const MIGRATION_NAMES = MIGRATIONS.map(({ name }) => name);

const [BASELINE = ''] = MIGRATION_NAMES;
const LAST_TIMESTAMP = Math.max(...MIGRATION_NAMES.map(timestampOf));

export interface MigrateOptions {
  /** IANA zone of a reporting day; set by the first migration, changed by `aggregates rebuild`. */
  readonly reportingTimeZone: string;
  /** Gets a line for each migration of a database that is not new. */
  readonly say?: Say;
}

/**
 * Brings the database at `url` up to date, after a running migration has ended.
 * @throws {Error} if the database has another reporting time zone or an unknown migration
 */
export async function migrate(
  url: string,
  { reportingTimeZone, say = () => {} }: MigrateOptions,
): Promise<void> {
  const guard = new pg.Client({ connectionString: url, application_name: 'portal migration lock' });
  await guard.connect();
  try {
    await waitForTurn(guard);
    await refuseOtherVersion(guard);
    await adoptBaseline(guard);
    await runMigrations(url, reportingTimeZone, say);
    await refuseOtherZone(guard, reportingTimeZone);
    await transactionOn(guard, letOwnersRead);
    await transactionOn(guard, forgetHistoryOfOtherCluster);
    await guard.query(rememberVersion, [META_VERSION, VERSION]);
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

/** Refuses a database of a newer version, and one that no version since 0.2.0 has migrated. */
async function refuseOtherVersion(client: pg.Client): Promise<void> {
  const names = await appliedMigrations(client);
  if (names.length === 0) return;
  const version = await versionOf(client);
  // So is a name without a timestamp.
  const newer = names.find((name) => !(timestampOf(name) <= LAST_TIMESTAMP));
  if (newer !== undefined) {
    throw new Error(
      `The database is of a newer version of the portal${version === undefined ? '' : `, ${version}`}: ` +
        `this is ${VERSION}, which does not know its migration ${newer}. ` +
        `Start ${version ?? 'that version'} or a later one, or restore a backup of ${VERSION} or an earlier one.`,
    );
  }
  if (names.includes(BASELINE) || names.includes(LAST_OF_0_2_0)) return;
  throw new Error(
    `The database is of version ${version ?? '0.1.0'} of the portal, and this is ${VERSION}: it needs one that ` +
      'version 0.2.0 or a later one has migrated. Start version 0.2.0 with it first.',
  );
}

/** A database of version 0.2.0 has the tables of the baseline. */
async function adoptBaseline(client: pg.Client): Promise<void> {
  const names = await appliedMigrations(client);
  if (names.includes(BASELINE) || !names.includes(LAST_OF_0_2_0)) return;
  await client.query(sql`INSERT INTO portal_migration (timestamp, name) VALUES ($1, $2)`, [
    timestampOf(BASELINE),
    BASELINE,
  ]);
}

/** The names of the migrations of the database in their order; none if it is new. */
async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ present: boolean }>(
    sql`SELECT to_regclass('portal_migration') IS NOT NULL AS present`,
  );
  if (!rows[0]?.present) return [];
  const applied = await client.query<{ name: string }>(
    sql`SELECT name FROM portal_migration ORDER BY id`,
  );
  return applied.rows.map(({ name }) => name);
}

/** TypeORM's names of migrations end with 13 digits. */
function timestampOf(name: string): number {
  return Number(name.slice(-13));
}

/** The version that migrated the database last; undefined if that one did not say so. */
async function versionOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string }>(
    sql`SELECT value AS version FROM core.meta WHERE key = $1`,
    [META_VERSION],
  );
  return rows[0]?.version;
}

const rememberVersion = sql`
INSERT INTO core.meta (key, value, updated_at) VALUES ($1, $2, now())
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
WHERE meta.value <> excluded.value`;

async function runMigrations(url: string, reportingTimeZone: string, say: Say): Promise<void> {
  const migrator = createMigrator(url, {
    'portal.reporting_time_zone': reportingTimeZone,
  });
  await migrator.initialize();
  try {
    await refuseLostSettings(migrator, reportingTimeZone);
    await runPending(migrator, say);
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
