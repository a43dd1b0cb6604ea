import { demoClient } from '../demo-client.mjs';
import { DEMO_ACCOUNTS } from '../demo-world.mjs';

const USERS = 300;
export const PODS = 40;
const WEEKS = 10;
const TOKENS = 10;
const CUSTOM_STATISTICS = 10;
/** Number of users of the generated tasks (`p1@example.com` and on), who have no accounts. */
const WORKERS = 8;

/** The pod of users with imported tasks. */
export const POD_AT_WORK = 'Pod at work';

/** @typedef {import('./portal.mjs').BenchPortal} BenchPortal */
/** @typedef {ReturnType<typeof demoClient>} Client */

/**
 * Adds items to the other lists besides the imported tasks.
 * @param {BenchPortal} portal
 */
export async function populate(portal) {
  const client = demoClient(portal.stack.baseUrl, DEMO_ACCOUNTS.admin);
  await addUsers(portal, client);
  await addPods(portal);
  await addPodAtWork(portal);
  await addTokens(portal, client);
  await addCustomStatistics(portal, client);
}

/**
 * Users with a role each, through the API; each gives two audit records.
 * @param {BenchPortal} portal
 * @param {Client} client
 */
async function addUsers({ projectIds }, client) {
  for (let index = 0; index < USERS; index++) {
    const email = `user${index}@example.com`;
    /** @type {{ id: number }} */
    const { id } = await client.post('/auth/users/', { email, name: `User ${index}` });
    await client.post(`/auth/users/${id}/project-roles`, {
      project_id: projectIds.first,
      role: 'project_member',
    });
  }
}

/**
 * Each user is a member of one pod; each pod has targets.
 * @param {BenchPortal} portal
 */
async function addPods({ database, projectIds }) {
  await database.query(
    `INSERT INTO core.pod (name, project_id)
     SELECT 'Pod ' || number, $1 FROM generate_series(1, $2::int) AS number`,
    [projectIds.first, PODS],
  );
  await database.query(
    `INSERT INTO core.pod_member (pod_name, user_email)
     SELECT 'Pod ' || 1 + number % $2, 'user' || number || '@example.com'
     FROM generate_series(0, $1::int - 1) AS number`,
    [USERS, PODS],
  );
  await database.query(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     SELECT name, '2026-01-05'::date + 7 * week, '2026-01-11'::date + 7 * week, 10, 100
     FROM core.pod, generate_series(1, $1::int) AS week`,
    [WEEKS],
  );
}

/** @param {BenchPortal} portal */
async function addPodAtWork({ database, projectIds }) {
  await database.query(
    `WITH worker AS (
       INSERT INTO core.app_user (email, name)
       SELECT 'p' || number || '@example.com', 'Worker ' || number
       FROM generate_series(1, $3::int) AS number
       RETURNING email
     ), pod AS (
       INSERT INTO core.pod (name, project_id) VALUES ($1, $2) RETURNING name
     )
     INSERT INTO core.pod_member (pod_name, user_email)
     SELECT name, email FROM pod, worker`,
    [POD_AT_WORK, projectIds.first, WORKERS],
  );
}

/**
 * @param {BenchPortal} portal
 * @param {Client} client
 */
async function addTokens({ database }, client) {
  const {
    rows: [admin],
  } = await database.query(`SELECT id FROM core.app_user WHERE email = 'admin@example.com'`);
  for (let index = 0; index < TOKENS; index++) {
    await client.post(`/auth/admin/users/${admin.id}/api-tokens`, { name: `Token ${index}` });
  }
}

/**
 * @param {BenchPortal} portal
 * @param {Client} client
 */
async function addCustomStatistics({ projectIds }, client) {
  for (let index = 0; index < CUSTOM_STATISTICS; index++) {
    await client.post(`/projects/${projectIds.first}/custom-stats`, {
      name: `Tasks by status ${index}`,
      sql_query: 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status',
      supported_chart_types: ['table', 'bar'],
      default_chart_type: 'bar',
    });
  }
}
