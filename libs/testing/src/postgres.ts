import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@portal/persistence/migrate';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Disconnects the remaining clients and drops the database. */
  drop(): Promise<void>;
}

/** The reporting zone of test databases, which is the default. */
const TEST_REPORTING_ZONE = 'America/Los_Angeles';

/** The template, once this process has asked for it. */
let template: Promise<string> | undefined;

/** Serialises the creation of the template across test processes. */
const TEMPLATE_LOCK = 7_264_900;

/**
 * A migrated database for the caller, copied from a template. The template is created once per
 * version of the migrations, in the cluster of PORTAL_TEST_POSTGRES_URL.
 */
export async function testDatabase(): Promise<TestDatabase> {
  template ??= migratedTemplate();
  return copyOf(await template);
}

/** A copy of a database that no client is connected to, with the same ids and times. */
export function copyDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return copyOf(new URL(url).pathname.slice(1));
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = newName();
  // Copying the files takes a tenth of what writing each page to the log takes.
  await onCluster((cluster) =>
    cluster.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
}

/** Drops what processes of this run have left: the databases that they share until their end. */
export async function dropLeftDatabases(): Promise<void> {
  const left = await onCluster((cluster) =>
    cluster.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [namePrefix()],
    ),
  );
  for (const { name } of left.rows) await dropDatabase(name);
}

/** An empty database, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await onCluster((cluster) => cluster.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
}

async function migratedTemplate(): Promise<string> {
  const name = `portal_template_${migrationsHash()}`;
  await onCluster(async (cluster) => {
    await cluster.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    // Marked as a template only when complete: an interrupted run is repeated.
    const found = await cluster.query<{ ready: boolean }>(
      'SELECT datistemplate AS ready FROM pg_database WHERE datname = $1',
      [name],
    );
    if (found.rows[0]?.ready === true) return;
    await cluster.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await cluster.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    await migrate(databaseUrl(name), { reportingTimeZone: TEST_REPORTING_ZONE });
    await cluster.query(`ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  });
  return name;
}

/** Also drops the roles that a server created for the database, which belong to the cluster. */
async function dropDatabase(name: string): Promise<void> {
  await onCluster(async (cluster) => {
    const roles = await cluster.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles AS role
       JOIN pg_database AS database
         ON role.rolname ~ ('^portal_(sandbox_role|reporting_owner)_' || database.oid || '(_|$)')
       WHERE database.datname = $1`,
      [name],
    );
    await cluster.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const role of roles.rows) await cluster.query(`DROP ROLE IF EXISTS ${role.name}`);
  });
}

async function onCluster<T>(work: (cluster: pg.Client) => Promise<T>): Promise<T> {
  const cluster = new pg.Client({ connectionString: clusterUrl() });
  await cluster.connect();
  try {
    return await work(cluster);
  } finally {
    await cluster.end();
  }
}

function newName(): string {
  return `${namePrefix()}${randomBytes(6).toString('hex')}`;
}

/** PORTAL_TEST_RUN names the run of Vitest. */
function namePrefix(): string {
  return `portal_test_${process.env['PORTAL_TEST_RUN'] ?? ''}_`;
}

function databaseUrl(name: string): string {
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function clusterUrl(): string {
  const url = process.env['PORTAL_TEST_POSTGRES_URL'];
  if (url === undefined) {
    throw new Error('PORTAL_TEST_POSTGRES_URL is unset; run the tests through vitest or npm test');
  }
  return url;
}

/** Hash of everything that determines a migrated database. */
function migrationsHash(): string {
  const root = new URL('../../persistence/src/', import.meta.url).pathname;
  const hash = createHash('sha256');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /^(migrations|reporting|schema)\b|^migrate\.ts$/.test(file) && /\.(ts|sql)$/.test(file),
    )
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
