import { dayAgo } from './dates.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { mapValues, median, samplesOf } from './statistics.mjs';

const ZONE = 'America/Los_Angeles';
const WARM_UP = 50;

/** @typedef {{ start: string, end: string }} Range dates, both included */

/**
 * `GET overview` of the large project, compared with a GROUP BY over its tasks and with `GET
 * /about`. `cold` uses a different filter each time, so that no cached response applies.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ requests: number }} sizes
 * @returns medians in milliseconds
 */
export async function benchOverview(portal, { requests }) {
  await portal.settle();
  const project = portal.projectIds.first;
  const token = await portal.token('member');
  const connection = connectTo(portal.stack.baseUrl);
  const get = (/** @type {string} */ path) => timedGet(connection, `/api/v1${path}`, token);

  const batches = Array.from({ length: 20 }, (_, index) => 1 + 2 * index);
  const range = { start: dayAgo(30), end: dayAgo(0) };
  const path = `/projects/${project}/overview`;
  /** @type {(ids: number[], range: Range) => string} */
  const filter = (ids, { start, end }) =>
    `${path}?${ids.map((id) => `batch_ids=${id}&`).join('')}start_date=${start}&end_date=${end}`;
  const coldFilter = (/** @type {number} */ index) =>
    filter(batches.slice(index % 10, 10 + (index % 10)), {
      start: dayAgo(31 + Math.floor(index / 10)),
      end: dayAgo(1 + Math.floor(index / 10)),
    });

  const questions = {
    about: () => get('/about'),
    unfiltered: () => get(path),
    filtered: () => get(filter(batches, range)),
    cold: (/** @type {number} */ index) => get(coldFilter(index)),
  };
  await samplesOf(questions, { count: WARM_UP });
  const samples = await samplesOf(questions, { from: WARM_UP, count: requests });
  connection.close();
  return {
    ...mapValues(samples, median),
    groupUnfiltered: await groupTasks(portal.database, project, null, null),
    groupFiltered: await groupTasks(portal.database, project, batches, range),
  };
}

/**
 * The overview's numbers by GROUP BY over tasks and reviews: the median of three runs.
 * @param {import('pg').Client} database
 * @param {number} project
 * @param {number[] | null} batches
 * @param {Range | null} range
 */
async function groupTasks(database, project, batches, range) {
  const values = [project, batches, range?.start ?? null, range?.end ?? null];
  const scope = 'project_id = $1 AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))';
  const within = (/** @type {string} */ instant) =>
    `($3::date IS NULL OR (${instant} AT TIME ZONE '${ZONE}')::date >= $3)
     AND ($4::date IS NULL OR (${instant} AT TIME ZONE '${ZONE}')::date <= $4)`;
  const timeline = [project, batches, range?.start ?? dayAgo(29), range?.end ?? dayAgo(-1)];
  /** @type {[string, unknown[]][]} */
  const statements = [
    [
      `SELECT turing_batch_id, status, count(*) AS tasks, count(review.n) AS reviewed,
         sum(review.n) AS reviews
       FROM core.task
       LEFT JOIN (SELECT turing_task_id, count(*) AS n FROM core.task_review GROUP BY 1) AS review
         USING (turing_task_id)
       WHERE ${scope} AND ${within('coalesce(completed_at, updated_at, created_at)')}
       GROUP BY 1, 2`,
      values,
    ],
    [
      `SELECT (completed_at AT TIME ZONE '${ZONE}')::date AS day, count(*) FROM core.task
       WHERE ${scope} AND status IN ('completed', 'reviewed', 'delivered')
         AND ${within('completed_at')} GROUP BY 1`,
      timeline,
    ],
    [
      `SELECT (updated_at AT TIME ZONE '${ZONE}')::date AS day, count(*) FROM core.task
       WHERE ${scope} AND status = 'in_progress' AND ${within('updated_at')} GROUP BY 1`,
      timeline,
    ],
    [
      `SELECT (submitted_at AT TIME ZONE '${ZONE}')::date AS day, count(*)
       FROM core.task_review JOIN core.task USING (turing_task_id)
       WHERE ${scope} AND ${within('submitted_at')} GROUP BY 1`,
      timeline,
    ],
  ];
  const samples = [];
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    for (const [text, parameters] of statements) await database.query(text, parameters);
    samples.push(performance.now() - started);
  }
  return median(samples);
}
