import { instantAgo } from './dates.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { percentile, samplesOf } from './statistics.mjs';

const WARM_UP = 5;
const SAMPLES = 40;

/** One filter and one order for each kind of field that has no index. */
const SCANS = [
  scan('sorted by a number', { sort_by: 'duration_minutes', sort_order: 'desc' }),
  scan('sorted by an instant', { sort_by: 'updated_at', sort_order: 'desc' }),
  scan('sorted by text', { sort_by: 'target_model' }),
  scan('sorted by user', { sort_by: 'user_email' }),
  scan('with a text, by turns', { sort_by: 'number_of_turns' }, { target_model: 'atlas-2' }),
  scan('with part of a text', {}, { colab_link__contains: '98765' }),
  scan('without a text, by an instant', { sort_by: 'created_at' }, { delivery_batch: null }),
  scan('other than a text', { sort_by: 'completed_at' }, { user_email__ne: 'p7@example.com' }),
  scan(
    'in a range of a number',
    { sort_by: 'updated_at' },
    { duration_minutes__between: [7, 7.2] },
  ),
  scan('with one of some numbers', { sort_by: 'colab_link' }, { number_of_turns__in: [3, 99] }),
  scan('in a period', { sort_by: 'duration_minutes' }, { updated_at__gte: instantAgo(30) }),
  scan('at one of some instants', {}, { created_at__in: [instantAgo(30), instantAgo(40)] }),
  scan('of a batch, by completion', { sort_by: 'completed_at' }, { turing_batch_id: 7 }),
  scan('of users searched for, by turns', { sort_by: 'number_of_turns', search: 'p7@' }),
];

/**
 * @param {string} name
 * @param {Record<string, string>} query
 * @param {object} filters
 */
function scan(name, query, filters = {}) {
  return { name, query, filters };
}

/**
 * Lists of tasks of one project that no index serves, as a user who sees everything.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ requests: number }} sizes
 * @returns {Promise<{ name: string, limitMs: number, ms: number }[]>} 95th percentiles
 */
export async function benchScans(portal, { requests }) {
  const token = await portal.token('admin');
  const connection = connectTo(portal.stack.baseUrl);
  const count = Math.min(SAMPLES, requests);
  const results = [];
  for (const { name, query, filters } of SCANS) {
    const path = pathOf(query, { project_id: portal.projectIds.first, ...filters });
    const question = { ms: () => timedGet(connection, path, token) };
    await samplesOf(question, { count: WARM_UP });
    const { ms } = await samplesOf(question, { count });
    results.push({
      name: `tasks of one project ${name}`,
      limitMs: 300,
      ms: percentile(ms, 0.95),
    });
  }
  connection.close();
  return results;
}

/**
 * @param {Record<string, string>} query
 * @param {object} filters
 */
function pathOf(query, filters) {
  const parameters = new URLSearchParams({ ...query, filters: JSON.stringify(filters) });
  return `/api/v1/tasks/tasks-crud/?${parameters}`;
}
