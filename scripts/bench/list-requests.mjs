import { dayAgo, instantAgo } from './dates.mjs';
import { POD_AT_WORK, PODS } from './list-world.mjs';

const USER = 'p7@example.com';

/**
 * `index` differs per request, for requests that never repeat.
 * @typedef {{ name: string, path: (index: number) => string }} Question
 * @typedef {Question & { statement: string, values?: (index: number) => unknown[] }} List
 */

/**
 * Lists, each with a SELECT of the same rows for the minimal server.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @returns {Promise<List[]>}
 */
export async function lists({ database, projectIds: { first } }) {
  const {
    rows: [{ admin, member }],
  } = await database.query(
    `SELECT max(id) FILTER (WHERE email = 'admin@example.com') AS admin,
       max(id) FILTER (WHERE email = 'user7@example.com') AS member
     FROM core.app_user`,
  );
  const filters = (/** @type {object} */ value) =>
    `filters=${encodeURIComponent(JSON.stringify(value))}`;
  const week = weekBefore();
  const podOf = (/** @type {number} */ index) => `Pod ${1 + (index % PODS)}`;
  const columns = `turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns,
    duration_minutes, completed_at, created_at, updated_at, colab_link, target_model,
    validation_status, delivery_batch`;
  return [
    {
      name: 'tasks, first page',
      path: () => '/tasks/tasks-crud/?size=10',
      statement: `SELECT ${columns} FROM core.task ORDER BY turing_task_id LIMIT 10`,
    },
    {
      name: 'tasks in rework of one project',
      path: () => `/tasks/tasks-crud/?size=10&${filters({ project_id: first, status: 'rework' })}`,
      statement: `SELECT ${columns} FROM core.task WHERE project_id = $1 AND status = 'rework'
        ORDER BY turing_task_id LIMIT 10`,
      values: () => [first],
    },
    {
      name: 'tasks of users searched for',
      path: () => '/tasks/tasks-crud/?size=10&search=p7%40',
      statement: `SELECT ${columns} FROM core.task WHERE user_email = $1
        ORDER BY turing_task_id LIMIT 10`,
      values: () => [USER],
    },
    {
      name: 'users',
      path: () => '/auth/users/?size=10',
      statement: `SELECT *, (
          SELECT jsonb_object_agg(project_id, role.name)
          FROM core.user_role JOIN core.role ON role.id = role_id
          WHERE user_id = app_user.id) AS roles
        FROM core.app_user ORDER BY email LIMIT 10`,
    },
    {
      name: 'roles',
      path: () => '/auth/roles/?size=10',
      statement: `SELECT *, (
          SELECT array_agg(permission.name)
          FROM core.role_permission JOIN core.permission ON permission.id = permission_id
          WHERE role_id = role.id) AS permissions
        FROM core.role ORDER BY name LIMIT 10`,
    },
    {
      name: 'permissions',
      path: () => '/auth/permissions/?size=10',
      statement: 'SELECT * FROM core.permission ORDER BY name LIMIT 10',
    },
    {
      name: 'pods',
      path: () => '/pods/?size=10',
      statement: 'SELECT * FROM core.pod ORDER BY name LIMIT 10',
    },
    {
      name: 'members of pods',
      path: () => '/pod-members/?size=10',
      statement: 'SELECT * FROM core.pod_member ORDER BY id LIMIT 10',
    },
    {
      name: 'weekly targets',
      path: () => '/pod-weekly-targets/?size=10',
      statement: 'SELECT * FROM core.pod_weekly_target ORDER BY id LIMIT 10',
    },
    {
      name: 'weekly targets, other values each time',
      path: (index) =>
        `/pod-weekly-targets/?size=10&${filters({ pod_name: podOf(index), id__gte: -index })}`,
      statement: `SELECT * FROM core.pod_weekly_target WHERE pod_name = $1 AND id >= $2
        ORDER BY id LIMIT 10`,
      values: (index) => [podOf(index), -index],
    },
    {
      name: 'projects',
      path: () => '/projects/',
      statement: 'SELECT * FROM core.project ORDER BY name',
    },
    {
      name: 'users of a project',
      path: () => `/projects/${first}/users`,
      statement: `SELECT app_user.id, email, app_user.name, role.name AS role
        FROM core.user_role JOIN core.app_user ON app_user.id = user_id
        JOIN core.role ON role.id = role_id
        WHERE project_id = $1 ORDER BY email`,
      values: () => [first],
    },
    {
      name: 'users of a pod',
      path: () => `/pods/${encodeURIComponent(POD_AT_WORK)}/members`,
      statement: `SELECT pod_member.*, name, picture, timezone
        FROM core.pod_member JOIN core.app_user ON email = user_email
        WHERE pod_name = $1 ORDER BY user_email`,
      values: () => [POD_AT_WORK],
    },
    {
      name: 'roles of a user',
      path: () => `/auth/users/${member}/project-roles`,
      statement: `SELECT project_id, project.name AS project, role.name AS role
        FROM core.user_role JOIN core.project ON project.id = project_id
        JOIN core.role ON role.id = role_id
        WHERE user_id = $1 ORDER BY project.name`,
      values: () => [member],
    },
    {
      name: 'API tokens of a user',
      path: () => `/auth/admin/users/${admin}/api-tokens`,
      statement: 'SELECT * FROM core.api_token WHERE user_id = $1 ORDER BY created_at DESC',
      values: () => [admin],
    },
    {
      name: 'imports, newest first',
      path: () => '/tasks/imports?size=10',
      statement: `SELECT task_import.*, email
        FROM core.task_import JOIN core.app_user ON app_user.id = uploaded_by
        ORDER BY task_import.created_at DESC LIMIT 10`,
    },
    {
      name: 'custom statistics of a project',
      path: () => `/projects/${first}/custom-stats`,
      statement:
        'SELECT * FROM core.custom_stat WHERE project_id = $1 ORDER BY display_order, name',
      values: () => [first],
    },
    {
      name: 'audit, newest first',
      path: () => '/audit/?size=10',
      statement: 'SELECT * FROM core.audit ORDER BY at DESC, id DESC LIMIT 10',
    },
    {
      name: 'the tasks of a user in a week',
      path: () => `/tasks/by-user/${USER}?${periodOf(week)}`,
      statement: `SELECT ${columns} FROM core.task
        WHERE user_email = $1 AND completed_at >= $2 AND completed_at < $3
        ORDER BY completed_at DESC LIMIT 50`,
      values: () => [USER, week.from, week.to],
    },
  ];
}

/**
 * Statistics of users, and dashboards.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @returns {Question[]}
 */
export function statistics({ projectIds: { first } }) {
  return [
    ...bothWays('pod-stats', (number) => {
      return `/tasks/pod-stats?${instantsOfWeek(number)}&project_id=${first}`;
    }),
    ...bothWays('pod-review-stats', (number) => {
      const period = instantsOfWeek(number);
      return `/tasks/pod-review-stats?${period}&project_id=${first}&member_emails=${USER}`;
    }),
    ...['dashboard-stats', 'batches', 'activity-timeline', 'overview'].flatMap((name) =>
      bothWays(name, (number) => `/projects/${first}/${name}?${daysOfWeek(number)}`),
    ),
    {
      name: 'delivery-stats by model',
      path: () => `/projects/${first}/delivery-stats?include_model_breakdown=true`,
    },
    {
      name: 'weekly progress of a pod',
      path: () => `/pods/${encodeURIComponent(POD_AT_WORK)}/weekly-progress`,
    },
  ];
}

/**
 * Measures a cached response in two ways: the same request again and again, and requests that never
 * repeat.
 * @param {string} name
 * @param {(number: number) => string} pathOf the request for the week with this number
 */
function bothWays(name, pathOf) {
  const week = pathOf(0);
  return [
    { name: `${name} of a week`, path: () => week },
    {
      name: `${name}, another week each time`,
      path: (/** @type {number} */ index) => pathOf(1 + index),
    },
  ];
}

/** @param {{ from: string, to: string }} period instants */
const periodOf = ({ from, to }) => `start_datetime=${from}&end_datetime=${to}`;

/**
 * A different week for each number.
 * @param {number} number
 */
const instantsOfWeek = (number) => periodOf(weekBefore(number));

/**
 * The same in whole days. There are fewer such weeks, so later periods are some days longer.
 * @param {number} number
 */
function daysOfWeek(number) {
  const start = 14 + (number % 90);
  const end = start - 6 - Math.floor(number / 90);
  return `start_date=${dayAgo(start)}&end_date=${dayAgo(end)}`;
}

/** The week that ended a week ago, or some seconds earlier. */
function weekBefore(seconds = 0) {
  return { from: instantAgo(14, seconds), to: instantAgo(7, seconds) };
}
