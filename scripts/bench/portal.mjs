import { startEmbeddedPostgres } from '@portal/launcher/postgres/embedded';
import { signIn } from '@portal/testing/sign-in';
import { startStack } from '@portal/testing/stack';
import pg from 'pg';
import { startOwnStack } from '../lib/own-stack.mjs';

const PROJECTS = { first: 6001, many: 6002 };
/** The account that imports, and the member of the projects who requests the dashboards. */
const ACCOUNTS = { admin: 'admin@example.com', member: 'lead@example.com' };

/** @typedef {Awaited<ReturnType<typeof startBenchPortal>>} BenchPortal */

/**
 * The portal with its own durable embedded PostgreSQL, as `npm start` runs it, but with commit
 * timestamps. Without Redis.
 */
export async function startBenchPortal() {
  const { dir, stack, stop } = await startOwnStack({
    env: {
      PORTAL_AUTH_RATE_LIMIT: '10000',
      LOG_LEVEL: 'warn',
      PORTAL_SOCKET_LIMIT: '1000',
    },
    startDatabase,
  });
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const projectIds = {
    first: await createProject(database, 'first'),
    many: await createProject(database, 'many'),
  };
  await database.query(
    `INSERT INTO core.user_role (user_id, project_id, role_id)
     SELECT app_user.id, project.id, role.id
     FROM core.app_user, core.project, core.role
     WHERE app_user.email = $1 AND project.id = ANY ($2) AND role.name = 'project_member'`,
    [ACCOUNTS.member, Object.values(projectIds)],
  );

  return {
    dir,
    stack,
    database,
    projects: PROJECTS,
    projectIds,
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

/**
 * @param {pg.Client} database
 * @param {keyof typeof PROJECTS} key
 * @returns {Promise<number>} its id
 */
async function createProject(database, key) {
  const { rows } = await database.query(
    `INSERT INTO core.project (turing_project_id, name) VALUES ($1, $2) RETURNING id`,
    [PROJECTS[key], `Bench ${key}`],
  );
  return rows[0].id;
}

/** @param {string} dir */
async function startDatabase(dir) {
  const fresh = await startEmbeddedPostgres({ dir });
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query('ALTER SYSTEM SET track_commit_timestamp = on');
  await client.end();
  await fresh.stop();
  return await startEmbeddedPostgres({ dir });
}
