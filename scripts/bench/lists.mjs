import { demoClient } from '../demo-client.mjs';
import { ADMIN } from '../demo-world.mjs';
import { comparison, median, percentile, samplesOf } from '../lib/figures.mjs';
import { dayAgo, instantAgo } from './portal.mjs';

/**
 * @typedef {import('./portal.mjs').BenchPortal} BenchPortal
 * @typedef {Record<string, string | ((index: number) => string)>} Paths by what they are called in the table; `index`
 *   differs per request, for requests that never repeat
 */

const USER = 'p7@example.com';
const POD_AT_WORK = 'Pod at work';
const PODS = 40;
/** Requests at the start of each round, to fill the caches for its question. */
const WARM_UP_AGAIN = 20;
/**
 * Each round measures all lists, so that other load on the machine affects one round. With five
 * rounds, the shortest lists differed by a third between runs of the bench.
 */
const ROUNDS = 9;

/**
 * Lists and statistics over the imported tasks, as a user who sees everything: 95th percentiles, the
 * median of several rounds.
 * @param {BenchPortal} portal
 * @param {{ requests: number }} sizes
 */
export async function measureLists(portal, { requests }) {
  const ids = await populate(portal);
  await portal.settle();
  const { get } = portal.connect('admin');
  const few = Math.ceil(requests * 0.1);
  const groups = [
    { paths: lists(ids), limit: 3, warmUp: 2 * requests, count: 4 * few, rounds: ROUNDS },
    { paths: statistics(ids), limit: 12, warmUp: 30, count: few, rounds: ROUNDS },
    { paths: scans(ids), limit: 300, warmUp: 5, count: Math.min(40, requests), rounds: 1 },
  ];
  const asked = groups.flatMap(({ paths, ...group }) =>
    Object.entries(paths).map(([name, path]) => ({
      ...{ ...group, name, figures: /** @type {number[]} */ ([]) },
      ask: {
        ms: (/** @type {number} */ index) =>
          get(`/api/v1${typeof path === 'string' ? path : path(index)}`),
      },
    })),
  );
  // All of them first; otherwise the first list would pay for shared caches.
  for (const { ask, warmUp: count } of asked) await samplesOf(ask, { count });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { ask, warmUp, count, rounds, figures } of asked) {
      if (round >= rounds) continue;
      const from = warmUp + round * (WARM_UP_AGAIN + count);
      await samplesOf(ask, { from, count: WARM_UP_AGAIN });
      const { ms } = await samplesOf(ask, { from: from + WARM_UP_AGAIN, count });
      figures.push(percentile(ms, 0.95));
    }
  }
  return asked.map(({ name, figures, limit }) =>
    comparison(`${name}, p95`, median(figures), { limit }),
  );
}

/** @param {Awaited<ReturnType<typeof populate>>} ids @returns {Paths} */
function lists({ first, admin, member }) {
  const pod = encodeURIComponent(POD_AT_WORK);
  return {
    'tasks, first page': '/tasks/tasks-crud/?size=10',
    'tasks in rework of one project': `/tasks/tasks-crud/?size=10&${filters({ project_id: first, status: 'rework' })}`,
    'tasks of users searched for': '/tasks/tasks-crud/?size=10&search=p7%40',
    users: '/auth/users/?size=10',
    roles: '/auth/roles/?size=10',
    permissions: '/auth/permissions/?size=10',
    pods: '/pods/?size=10',
    'members of pods': '/pod-members/?size=10',
    'weekly targets': '/pod-weekly-targets/?size=10',
    'weekly targets, other values each time': (index) =>
      `/pod-weekly-targets/?size=10&${filters({ pod_name: `Pod ${1 + (index % PODS)}`, id__gte: -index })}`,
    projects: '/projects/',
    'users of a project': `/projects/${first}/users`,
    'users of a pod': `/pods/${pod}/members`,
    'roles of a user': `/auth/users/${member}/project-roles`,
    'API tokens of a user': `/auth/admin/users/${admin}/api-tokens`,
    'imports, newest first': '/tasks/imports?size=10',
    'custom statistics of a project': `/projects/${first}/custom-stats`,
    'audit, newest first': '/audit/?size=10',
    'the tasks of a user in a week': `/tasks/by-user/${USER}?${instantsOfWeek(0)}`,
  };
}

/**
 * Statistics of users, and dashboards. A cached response is measured in two ways: the same request again and again,
 * and requests that never repeat.
 * @param {{ first: number }} ids
 * @returns {Paths}
 */
function statistics({ first }) {
  /** @type {(name: string, pathOf: (week: number) => string) => Paths} */
  const bothWays = (name, pathOf) => ({
    [`${name} of a week`]: pathOf(0),
    [`${name}, another week each time`]: (index) => pathOf(1 + index),
  });
  const pods = `project_id=${first}`;
  const ofProject = ['dashboard-stats', 'batches', 'activity-timeline', 'overview'].map((name) =>
    bothWays(name, (week) => `/projects/${first}/${name}?${daysOfWeek(week)}`),
  );
  return {
    ...bothWays('pod-stats', (week) => `/tasks/pod-stats?${instantsOfWeek(week)}&${pods}`),
    ...bothWays(
      'pod-review-stats',
      (week) => `/tasks/pod-review-stats?${instantsOfWeek(week)}&${pods}&member_emails=${USER}`,
    ),
    ...Object.assign({}, ...ofProject),
    'delivery-stats by model': `/projects/${first}/delivery-stats?include_model_breakdown=true`,
    'weekly progress of a pod': `/pods/${encodeURIComponent(POD_AT_WORK)}/weekly-progress`,
  };
}

/**
 * Lists of tasks of one project that no index serves: one filter and one order for each kind of field.
 * @param {{ first: number }} ids
 * @returns {Paths}
 */
function scans({ first }) {
  /** @type {(name: string, sort_by?: string, filter?: object, more?: object) => [string, string]} */
  const scan = (name, sort_by, filter, more) => {
    const query = new URLSearchParams({ ...(sort_by && { sort_by }), ...more });
    const path = `/tasks/tasks-crud/?${query}&${filters({ project_id: first, ...filter })}`;
    return [`tasks of one project ${name}`, path];
  };
  return Object.fromEntries([
    scan('sorted by a number', 'duration_minutes', {}, { sort_order: 'desc' }),
    scan('sorted by an instant', 'updated_at', {}, { sort_order: 'desc' }),
    scan('sorted by text', 'target_model'),
    scan('sorted by user', 'user_email'),
    scan('with a text, by turns', 'number_of_turns', { target_model: 'atlas-2' }),
    scan('with part of a text', undefined, { colab_link__contains: '98765' }),
    scan('without a text, by an instant', 'created_at', { delivery_batch: null }),
    scan('other than a text', 'completed_at', { user_email__ne: USER }),
    scan('in a range of a number', 'updated_at', { duration_minutes__between: [7, 7.2] }),
    scan('with one of some numbers', 'colab_link', { number_of_turns__in: [3, 99] }),
    scan('in a period', 'duration_minutes', { updated_at__gte: instantAgo(30) }),
    scan('at one of some instants', undefined, {
      created_at__in: [instantAgo(30), instantAgo(40)],
    }),
    scan('of a batch, by completion', 'completed_at', { turing_batch_id: 7 }),
    scan('of users searched for, by turns', 'number_of_turns', {}, { search: 'p7@' }),
  ]);
}

/** @param {object} value */
function filters(value) {
  return `filters=${encodeURIComponent(JSON.stringify(value))}`;
}

/**
 * The week that ended a week ago, or some seconds earlier: a different one for each number.
 * @param {number} seconds
 */
function instantsOfWeek(seconds) {
  return `start_datetime=${instantAgo(14, seconds)}&end_datetime=${instantAgo(7, seconds)}`;
}

/**
 * The same in whole days. There are fewer such weeks, so later periods are some days longer.
 * @param {number} number
 */
function daysOfWeek(number) {
  const start = 14 + (number % 90);
  return `start_date=${dayAgo(start)}&end_date=${dayAgo(start - 6 - Math.floor(number / 90))}`;
}

/**
 * Adds items to the other lists: 300 users with a role and a pod each, through the API, so that the audit has them;
 * pods with ten weekly targets each, a pod of users with imported tasks, tokens and custom statistics. Returns the ids of
 * the project and of two users.
 * @param {BenchPortal} portal
 */
async function populate({ stack, database, projectIds: { first } }) {
  const client = demoClient(stack.baseUrl, ADMIN);
  for (let index = 0; index < 300; index++) {
    const user = { email: `user${index}@example.com`, name: `User ${index}` };
    /** @type {{ id: number }} */
    const { id } = await client.post('/auth/users/', user);
    const role = { project_id: first, role: 'project_member' };
    await client.post(`/auth/users/${id}/project-roles`, role);
  }
  await database.query(
    `INSERT INTO core.app_user (email, name)
       SELECT 'p' || n || '@example.com', 'Worker ' || n FROM generate_series(1, 8) AS n;
     INSERT INTO core.pod (name, project_id)
       SELECT 'Pod ' || n, ${first} FROM generate_series(1, ${PODS}) AS n
       UNION ALL VALUES ('${POD_AT_WORK}', ${first});
     INSERT INTO core.pod_member (pod_name, user_email)
       SELECT 'Pod ' || 1 + n % ${PODS}, 'user' || n || '@example.com'
       FROM generate_series(0, 299) AS n
       UNION ALL
       SELECT '${POD_AT_WORK}', 'p' || n || '@example.com' FROM generate_series(1, 8) AS n;
     INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
       SELECT 'Pod ' || n, '2026-01-05'::date + 7 * week, '2026-01-11'::date + 7 * week, 10, 100
       FROM generate_series(1, ${PODS}) AS n, generate_series(1, 10) AS week`,
  );
  const { rows } = await database.query(
    `SELECT max(id) FILTER (WHERE email = $1) AS admin,
       max(id) FILTER (WHERE email = 'user7@example.com') AS member
     FROM core.app_user`,
    [ADMIN],
  );
  const { admin, member } = rows[0];
  for (let index = 0; index < 10; index++) {
    const name = `Item ${index}`;
    await client.post(`/auth/admin/users/${admin}/api-tokens`, { name });
    await client.post(`/projects/${first}/custom-stats`, {
      name,
      sql_query: 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status',
      supported_chart_types: ['table', 'bar'],
      default_chart_type: 'bar',
    });
  }
  return { first, admin, member };
}
