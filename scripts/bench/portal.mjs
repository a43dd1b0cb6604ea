import pg from 'pg';
import { startOwnStack } from '../lib/own-stack.mjs';
import { connectTo } from './http.mjs';

const PROJECTS = { first: 6001, many: 6002 };
/** The account that imports, and the member of the projects who requests the dashboards. */
const ACCOUNTS = { admin: 'admin@example.com', member: 'lead@example.com' };
const DAY_MS = 86_400_000;

/** @typedef {Awaited<ReturnType<typeof startBenchPortal>>} BenchPortal */

/**
 * The portal with its own durable embedded PostgreSQL, as `npm start` runs it, but with commit
 * timestamps.
 */
export async function startBenchPortal() {
  const { startStack } = await import('@portal/testing/stack');
  const { signIn } = await import('@portal/testing/sign-in');
  const { stack, stop } = await startOwnStack({
    env: { PORTAL_AUTH_RATE_LIMIT: '10000', PORTAL_SOCKET_LIMIT: '1000' },
    startDatabase,
  });
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const projectIds = await createProjects(stack.databaseUrl);
  /** @param {keyof typeof ACCOUNTS} account */
  const token = async (account) => (await signIn(stack.baseUrl, ACCOUNTS[account])).access_token;
  /** @type {import('./http.mjs').Connection[]} */
  const connections = [];
  return {
    stack,
    database,
    projects: PROJECTS,
    projectIds,
    token,
    /** @param {keyof typeof ACCOUNTS} account */
    connect(account) {
      const connection = connectTo(stack.baseUrl, () => token(account));
      connections.push(connection);
      return connection;
    },
    /**
     * Runs the database maintenance that follows an import anyway, so that it does not overlap with
     * a measurement.
     */
    async settle() {
      await database.query('VACUUM (ANALYZE)');
      await database.query('CHECKPOINT');
    },
    /** Starts another worker. */
    addWorker: () =>
      startStack({
        redis: false,
        start: ['worker'],
        env: { DATABASE_URL: stack.databaseUrl, PORTAL_DATA_DIR: stack.dataDir, LOG_LEVEL: 'warn' },
      }),
    async stop() {
      for (const connection of connections) await connection.close();
      await database.end();
      await stop();
    },
  };
}

/** @param {string} databaseUrl */
async function createProjects(databaseUrl) {
  const { connectTo: connectToDatabase } = await import('@portal/testing/query-client');
  const { buildWorld } = await import('@portal/testing/world');
  const database = await connectToDatabase(databaseUrl);
  const { projects } = await buildWorld(database, {
    projects: {
      first: { turing_project_id: PROJECTS.first },
      many: { turing_project_id: PROJECTS.many },
    },
    users: {
      member: {
        email: ACCOUNTS.member,
        roles: { first: 'project_member', many: 'project_member' },
      },
    },
  });
  await database.close();
  return projects;
}

/** @param {string} dir */
async function startDatabase(dir) {
  const { startEmbeddedPostgres } = await import('@portal/launcher/postgres/embedded');
  const fresh = await startEmbeddedPostgres({ dir });
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query('ALTER SYSTEM SET track_commit_timestamp = on');
  await client.end();
  await fresh.stop();
  return await startEmbeddedPostgres({ dir });
}

/** The last midnight in UTC. */
export function today() {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
}

/** @param {number} days so many days ago, such as `2026-01-31` */
export function dayAgo(days) {
  return instantAgo(days).slice(0, 10);
}

/** @param {number} days so many days and seconds ago, in whole seconds */
export function instantAgo(days, seconds = 0) {
  const instant = Date.now() - days * DAY_MS - seconds * 1000;
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
