import { connectTo, timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

const WARM_UP = 5;
const SAMPLES = 40;

/** One filter and one order for each kind of field that has no index. */
const SCANS = [
  ['sorted by a number', { sort_by: 'duration_minutes', sort_order: 'desc' }],
  ['sorted by an instant', { sort_by: 'updated_at', sort_order: 'desc' }],
  ['sorted by text', { sort_by: 'target_model' }],
  ['sorted by user', { sort_by: 'user_email' }],
  ['with a text, by turns', { sort_by: 'number_of_turns' }, { target_model: 'atlas-2' }],
  ['with part of a text', {}, { colab_link__contains: '98765' }],
  ['without a text, by an instant', { sort_by: 'created_at' }, { delivery_batch: null }],
  ['other than a text', { sort_by: 'completed_at' }, { user_email__ne: 'p7@example.com' }],
  ['in a range of a number', { sort_by: 'updated_at' }, { duration_minutes__between: [7, 7.2] }],
  ['with one of some numbers', { sort_by: 'colab_link' }, { number_of_turns__in: [3, 99] }],
  ['in a period', { sort_by: 'duration_minutes' }, { updated_at__gte: daysAgo(30) }],
  ['at one of some instants', {}, { created_at__in: [daysAgo(30), daysAgo(40)] }],
  ['of a batch, by completion', { sort_by: 'completed_at' }, { turing_batch_id: 7 }],
  ['of users searched for, by turns', { sort_by: 'number_of_turns', search: 'p7@' }],
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
  for (const [name, query, filters = {}] of SCANS) {
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
