import { comparison, mapValues, median, samplesOf } from '../lib/figures.mjs';
import { dayAgo } from './portal.mjs';

const ZONE = 'America/Los_Angeles';
const WARM_UP = 50;

/**
 * `GET overview` of the large project, compared with a GROUP BY over its tasks and with `GET
 * /about`. `another filter each time` means that no cached response applies.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ requests: number }} sizes
 */
export async function measureOverview(portal, { requests }) {
  await portal.settle();
  const project = portal.projectIds.first;
  const { get } = portal.connect('member');
  const path = `/api/v1/projects/${project}/overview`;
  /** @type {(batches: number[], start: string, end: string) => Promise<number>} */
  const filtered = (batches, start, end) => {
    const ids = batches.map((id) => `batch_ids=${id}&`).join('');
    return get(`${path}?${ids}start_date=${start}&end_date=${end}`);
  };
  const batches = Array.from({ length: 20 }, (_, index) => 1 + 2 * index);
  const range = { start: dayAgo(30), end: dayAgo(0) };
  const questions = {
    about: () => get('/api/v1/about'),
    unfiltered: () => get(path),
    filtered: () => filtered(batches, range.start, range.end),
    cold: (/** @type {number} */ index) => {
      const days = Math.floor(index / 10);
      const some = batches.slice(index % 10, 10 + (index % 10));
      return filtered(some, dayAgo(31 + days), dayAgo(1 + days));
    },
  };
  await samplesOf(questions, { count: WARM_UP });
  const samples = await samplesOf(questions, { from: WARM_UP, count: requests });
  const { about, unfiltered, filtered: half, cold } = mapValues(samples, median);
  const all = await groupTasks(portal.database, [project, null, null, null]);
  const some = await groupTasks(portal.database, [project, batches, range.start, range.end]);
  /** @type {(filter: string, ms: number, groupMs: number) => string[][]} */
  const rows = (filter, ms, groupMs) => [
    comparison(`GET overview, ${filter}, p50`, ms, {
      to: ['GROUP BY over the tasks', groupMs],
      by: 'faster',
      limit: 50,
    }),
    comparison(`GET overview, ${filter}, p50`, ms, { to: ['GET /about', about], limit: 3 }),
  ];
  return [
    ...rows('unfiltered', unfiltered, all),
    ...rows('half of the batches, 30 days', half, some),
    comparison('GET overview, another filter each time, p50', cold, {
      to: ['GROUP BY over the tasks', some],
      by: 'faster',
    }),
  ];
}

/**
 * The overview's numbers by GROUP BY over tasks and reviews: the median of three runs.
 * @param {import('pg').Client} database
 * @param {[project: number, batches: number[] | null, start: string | null, end: string | null]} values
 */
async function groupTasks(database, [project, batches, start, end]) {
  const scope = 'project_id = $1 AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))';
  const day = (/** @type {string} */ instant) => `(${instant} AT TIME ZONE '${ZONE}')::date`;
  const within = (/** @type {string} */ instant) =>
    `($3::date IS NULL OR ${day(instant)} >= $3) AND ($4::date IS NULL OR ${day(instant)} <= $4)`;
  const perDay = (/** @type {string} */ instant, /** @type {string} */ condition) =>
    `SELECT ${day(instant)} AS day, count(*) FROM core.task ${condition}
       AND ${scope} AND ${within(instant)} GROUP BY 1`;
  const timeline = [project, batches, start ?? dayAgo(29), end ?? dayAgo(-1)];
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
      [project, batches, start, end],
    ],
    [perDay('completed_at', `WHERE status IN ('completed', 'reviewed', 'delivered')`), timeline],
    [perDay('updated_at', `WHERE status = 'in_progress'`), timeline],
    [perDay('submitted_at', 'JOIN core.task_review USING (turing_task_id) WHERE true'), timeline],
  ];
  const samples = [];
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    for (const [text, parameters] of statements) await database.query(text, parameters);
    samples.push(performance.now() - started);
  }
  return median(samples);
}
