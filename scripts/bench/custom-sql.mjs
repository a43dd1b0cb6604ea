import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { comparison, median, percentile, samplesOf } from '../lib/figures.mjs';

/** @typedef {import('./portal.mjs').BenchPortal} BenchPortal */

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
 * @param {BenchPortal} portal
 * @param {{ requests: number }} sizes
 */
export async function measureCustomSql(portal, { requests }) {
  const { run, raw } = await overhead(portal, requests / 5);
  const quiet = await overview(portal);
  const crowd = await startCrowd(portal);
  const busy = await overview(portal);
  const stillRunning = await rolesInUse(portal);
  await crowd.stop();
  if (stillRunning === 0) throw new Error('the long queries ended before the overview');
  return [
    comparison('a run of custom SQL over its query, p50', median(run), {
      to: ['the query on a fresh connection', median(raw)],
      by: 'more',
      limit: 15,
    }),
    comparison(`GET overview while ${USERS} users run queries of ${SECONDS} s, p95`, busy, {
      to: ['without them', quiet],
      limit: 2,
    }),
  ];
}

/**
 * The same query as a preview, which stores nothing, and on a new connection of a role with the rights of a sandbox
 * role.
 * @param {BenchPortal} portal
 * @param {number} count
 */
async function overhead(portal, count) {
  const { database, stack, projectIds } = portal;
  await database.query(`
    CREATE ROLE bench_reader LOGIN PASSWORD 'bench';
    ALTER ROLE bench_reader SET search_path = reporting;
    GRANT USAGE ON SCHEMA reporting TO bench_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO bench_reader;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA reporting TO bench_reader;
    INSERT INTO reporting.sandbox_role (role, project_id, expires_at)
    VALUES ('bench_reader', ${projectIds.first}, 'infinity')`);
  const url = Object.assign(new URL(stack.databaseUrl), {
    username: 'bench_reader',
    password: 'bench',
  });
  const { send } = portal.connect('admin');
  const questions = {
    async run() {
      const ms = await send('POST', previewOf(portal), { sql_query: QUERY });
      // The run's session ends after the response: it must not disturb the baseline.
      while ((await rolesInUse(portal)) > 1) await delay(1);
      return ms;
    },
    async raw() {
      const started = performance.now();
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(QUERY);
      await client.end();
      return performance.now() - started;
    },
  };
  await samplesOf(questions, { count: WARM_UP });
  const samples = await samplesOf(questions, { count });
  await database.query(`
    DELETE FROM reporting.sandbox_role WHERE role = 'bench_reader';
    DROP OWNED BY bench_reader; DROP ROLE bench_reader`);
  return samples;
}

/**
 * Requests the overview repeatedly, for longer than a query takes: the 95th percentile.
 * @param {BenchPortal} portal
 */
async function overview(portal) {
  const { get } = portal.connect('member');
  const samples = [];
  const end = performance.now() + 1_200 * SECONDS;
  while (performance.now() < end) {
    const path = `/api/v1/projects/${portal.projectIds.first}/overview`;
    samples.push(await get(path));
    await delay(PAUSE_MS);
  }
  return percentile(samples, 0.95);
}

/**
 * Users who run long queries, one after the other, until they are stopped.
 * @param {BenchPortal} portal
 */
async function startCrowd(portal) {
  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(USERS, signal);
  const path = `${previewOf(portal)}?timeout_seconds=${SECONDS}`;
  const users = Array.from({ length: USERS }, async () => {
    const { send } = portal.connect('admin');
    while (!signal.aborted) {
      await send('POST', path, { sql_query: LONG_QUERY }, signal).catch(() => undefined);
    }
  });
  while ((await rolesInUse(portal)) === 0) await delay(50);
  return {
    async stop() {
      stop.abort();
      await Promise.all(users);
    },
  };
}

/** @param {BenchPortal} portal @returns {Promise<number>} */
async function rolesInUse({ database }) {
  const { rows } = await database.query(
    'SELECT count(*)::integer AS count FROM reporting.sandbox_role WHERE expires_at > clock_timestamp()',
  );
  return rows[0].count;
}

/** @param {BenchPortal} portal */
function previewOf({ projectIds }) {
  return `/api/v1/projects/${projectIds.first}/custom-stats/preview`;
}
