import pg from 'pg';
import { startOwnStack } from '../lib/own-stack.mjs';

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
  const { dir, stack, stop } = await startOwnStack({
    env: { PORTAL_AUTH_RATE_LIMIT: '10000', PORTAL_SOCKET_LIMIT: '1000' },
    startDatabase,
  });
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const { rows } = await database.query(
    `WITH made AS (
       INSERT INTO core.project (turing_project_id, name) VALUES ($1, 'Bench first'), ($2, 'Bench many')
       RETURNING id, turing_project_id)
     SELECT id FROM made ORDER BY turing_project_id`,
    [PROJECTS.first, PROJECTS.many],
  );
  const [first, many] = rows.map(({ id }) => Number(id));
  await database.query(
    `INSERT INTO core.user_role (user_id, project_id, role_id)
     SELECT app_user.id, project.id, role.id FROM core.app_user, core.project, core.role
     WHERE app_user.email = $1 AND project.id = ANY ($2) AND role.name = 'project_member'`,
    [ACCOUNTS.member, [first, many]],
  );
  return {
    dir,
    stack,
    database,
    projects: PROJECTS,
    projectIds: { first: first ?? NaN, many: many ?? NaN },
    /**
     * A new access token; tokens live 15 minutes, shorter than the run.
     * @param {keyof typeof ACCOUNTS} account
     */
    async token(account) {
      return (await signIn(stack.baseUrl, ACCOUNTS[account])).access_token;
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
      await database.end();
      await stop();
    },
  };
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
