import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectTo, connectToPost, timedGet, timedPost } from './requests.mjs';
import { mapValues, median, percentile, samplesOf } from './statistics.mjs';

const WARM_UP = 10;
const USERS = 20;
const SECONDS = 10;
const PAUSE_MS = 5;
const QUERY =
  'SELECT status, count(*) AS tasks FROM tasks WHERE turing_batch_id = 1 GROUP BY 1 ORDER BY 1';
/** Runs until its time limit. */
const LONG_QUERY =
  'SELECT count(*) FROM tasks a, tasks b WHERE a.number_of_turns + b.number_of_turns < 0';

/**
 * The overhead of a custom SQL run over its query, and the effect of many long runs on the
 * dashboards.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ requests: number }} sizes
 * @returns medians of runs and 95th percentiles of the overview, in milliseconds
 */
export async function benchCustomSql(portal, { requests }) {
  const overhead = await benchOverhead(portal, requests);
  const token = await portal.token('member');
  const connection = connectTo(portal.stack.baseUrl);
  const path = `/api/v1/projects/${portal.projectIds.first}/overview`;
  /** Requests the overview repeatedly, for longer than a query takes. */
  const overview = async () => {
    const samples = [];
    const end = performance.now() + 1_200 * SECONDS;
    while (performance.now() < end) {
      samples.push(await timedGet(connection, path, token));
      await delay(PAUSE_MS);
    }
    return percentile(samples, 0.95);
  };
  const quiet = await overview();
  const crowd = await startCrowd(portal);
  const busy = await overview();
  const stillRunning = await rolesInUse(portal);
  await crowd.stop();
  connection.close();
  if (stillRunning === 0)
    throw new Error('the long queries ended before the overview was measured');
  return { ...overhead, quiet, busy, users: USERS, seconds: SECONDS };
}

/**
 * The same query as a preview, which stores nothing, and on a new connection of an equal role.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {number} requests
 */
async function benchOverhead(portal, requests) {
  const token = await portal.token('admin');
  const connection = connectToPost(portal.stack.baseUrl);
  const address = await createReader(portal);
  const questions = {
    async run() {
      const ms = await timedPost(connection, previewOf(portal), token, { sql_query: QUERY });
      // The run's session ends after the response: it must not disturb the baseline.
      await onlyReader(portal);
      return ms;
    },
    raw: () => runDirectly(address),
  };
  await samplesOf(questions, { count: WARM_UP });
  const samples = await samplesOf(questions, { count: requests / 5 });
  await connection.close();
  await portal.database.query(
    `DELETE FROM reporting.sandbox_role WHERE role = 'bench_reader'; DROP OWNED BY bench_reader;
     DROP ROLE bench_reader`,
  );
  return mapValues(samples, median);
}

/**
 * A role with the rights of a sandbox role, bound to the first project during this measurement.
 * @param {import('./portal.mjs').BenchPortal} portal
 */
async function createReader({ database, stack, projectIds }) {
  await database.query(`
    CREATE ROLE bench_reader LOGIN PASSWORD 'bench';
    ALTER ROLE bench_reader SET search_path = reporting;
    GRANT USAGE ON SCHEMA reporting TO bench_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO bench_reader;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA reporting TO bench_reader;
    INSERT INTO reporting.sandbox_role (role, project_id, expires_at)
    VALUES ('bench_reader', ${projectIds.first}, 'infinity')`);
  const url = new URL(stack.databaseUrl);
  url.username = 'bench_reader';
  url.password = 'bench';
  return url.href;
}

/**
 * Waits until no other sandbox role is in use.
 * @param {import('./portal.mjs').BenchPortal} portal
 */
async function onlyReader(portal) {
  while ((await rolesInUse(portal)) > 1) await delay(1);
}

/** @param {string} address URL of the database */
async function runDirectly(address) {
  const started = performance.now();
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(QUERY);
  } finally {
    await client.end();
  }
  return performance.now() - started;
}

/**
 * Users who run long queries, one after the other, until they are stopped.
 * @param {import('./portal.mjs').BenchPortal} portal
 */
async function startCrowd(portal) {
  const token = await portal.token('admin');
  const stop = new AbortController();
  setMaxListeners(USERS, stop.signal);
  const path = `${previewOf(portal)}?timeout_seconds=${SECONDS}`;
  const users = Array.from({ length: USERS }, async () => {
    const connection = connectToPost(portal.stack.baseUrl);
    while (!stop.signal.aborted) {
      const query = { sql_query: LONG_QUERY };
      await timedPost(connection, path, token, query, stop.signal).catch(() => undefined);
    }
    await connection.close();
  });
  while ((await rolesInUse(portal)) === 0) await delay(50);
  return {
    async stop() {
      stop.abort();
      await Promise.all(users);
    },
  };
}

/**
 * @param {import('./portal.mjs').BenchPortal} portal
 * @returns {Promise<number>}
 */
async function rolesInUse({ database }) {
  const { rows } = await database.query(
    'SELECT count(*)::integer AS count FROM reporting.sandbox_role WHERE expires_at > clock_timestamp()',
  );
  return rows[0].count;
}

/** @param {import('./portal.mjs').BenchPortal} portal */
function previewOf({ projectIds }) {
  return `/api/v1/projects/${projectIds.first}/custom-stats/preview`;
}
