import { connectTo, timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

const WARM_UP = 5;
const SAMPLES = 40;

/** One filter and one order for each kind of field that has no index. */
const SCANS = [
  {
    name: 'sorted by a number',
    query: { sort_by: 'duration_minutes', sort_order: 'desc' },
    filters: {},
  },
  {
    name: 'sorted by an instant',
    query: { sort_by: 'updated_at', sort_order: 'desc' },
    filters: {},
  },
  { name: 'sorted by text', query: { sort_by: 'target_model' }, filters: {} },
  { name: 'sorted by user', query: { sort_by: 'user_email' }, filters: {} },
  {
    name: 'with a text, by turns',
    query: { sort_by: 'number_of_turns' },
    filters: { target_model: 'atlas-2' },
  },
  { name: 'with part of a text', query: {}, filters: { colab_link__contains: '98765' } },
  {
    name: 'without a text, by an instant',
    query: { sort_by: 'created_at' },
    filters: { delivery_batch: null },
  },
  {
    name: 'other than a text',
    query: { sort_by: 'completed_at' },
    filters: { user_email__ne: 'p7@example.com' },
  },
  {
    name: 'in a range of a number',
    query: { sort_by: 'updated_at' },
    filters: { duration_minutes__between: [7, 7.2] },
  },
  {
    name: 'with one of some numbers',
    query: { sort_by: 'colab_link' },
    filters: { number_of_turns__in: [3, 99] },
  },
  {
    name: 'in a period',
    query: { sort_by: 'duration_minutes' },
    filters: { updated_at__gte: daysAgo(30) },
  },
  {
    name: 'at one of some instants',
    query: {},
    filters: { created_at__in: [daysAgo(30), daysAgo(40)] },
  },
  {
    name: 'of a batch, by completion',
    query: { sort_by: 'completed_at' },
    filters: { turing_batch_id: 7 },
  },
  {
    name: 'of users searched for, by turns',
    query: { sort_by: 'number_of_turns', search: 'p7@' },
    filters: {},
  },
];

/**
 * Lists of tasks of one project that no index serves, as a user who sees everything.
 * @returns {Promise<{ name: string, limitMs: number, ms: number }[]>} 95th percentiles
 */
export async function benchScans(portal, { requests }) {
  const token = await portal.token('admin');
  const connection = connectTo(portal.stack.baseUrl);
  const samples = Math.min(SAMPLES, requests);
  const results = [];
  for (const { name, query, filters } of SCANS) {
    const path = pathOf(query, { project_id: portal.projectIds.first, ...filters });
    const times = [];
    for (let index = 0; index < WARM_UP + samples; index++) {
      const ms = await timedGet(connection, path, token);
      if (index >= WARM_UP) times.push(ms);
    }
    results.push({
      name: `tasks of one project ${name}`,
      limitMs: 300,
      ms: percentile(times, 0.95),
    });
  }
  await connection.close();
  return results;
}

function pathOf(query, filters) {
  const parameters = new URLSearchParams({ ...query, filters: JSON.stringify(filters) });
  return `/api/v1/tasks/tasks-crud/?${parameters}`;
}

function daysAgo(days) {
  return `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19)}Z`;
}
