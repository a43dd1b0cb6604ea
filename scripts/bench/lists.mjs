import { Agent } from 'node:http';
import { timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

const WARM_UP = 30;
const PERSON = 'p7@example.com';

/**
 * Lists and statistics over the imported tasks as somebody who sees everything, each beside a plain
 * SELECT of the same rows by `pg` on one connection.
 * @returns {Promise<{ name: string, ms: number, rawMs: number }[]>} 95th percentiles
 */
export async function benchLists(portal, { requests }) {
  const token = await portal.token('admin');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const results = [];
  for (const { name, path, statement, values = [] } of questions(portal)) {
    const samples = { portal: [], raw: [] };
    for (let index = 0; index < WARM_UP + requests; index++) {
      const ms = await timedGet(`${portal.stack.baseUrl}/api/v1${path}`, token, agent);
      const started = performance.now();
      await portal.database.query(statement, values);
      if (index < WARM_UP) continue;
      samples.raw.push(performance.now() - started);
      samples.portal.push(ms);
    }
    results.push({
      name,
      ms: percentile(samples.portal, 0.95),
      rawMs: percentile(samples.raw, 0.95),
    });
  }
  agent.destroy();
  return results;
}

function questions({ projectIds: { first } }) {
  const filters = (value) => `filters=${encodeURIComponent(JSON.stringify(value))}`;
  const week = { from: daysAgo(14), to: daysAgo(7) };
  const period = `start_datetime=${week.from}&end_datetime=${week.to}`;
  const columns = `turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns,
    duration_minutes, completed_at, created_at, updated_at, colab_link, target_model,
    validation_status, delivery_batch`;
  return [
    {
      name: 'tasks, first page',
      path: '/tasks/tasks-crud/?size=10',
      statement: `SELECT ${columns} FROM core.task ORDER BY turing_task_id LIMIT 10`,
    },
    {
      name: 'tasks in rework of one project',
      path: `/tasks/tasks-crud/?size=10&${filters({ project_id: first, status: 'rework' })}`,
      statement: `SELECT ${columns} FROM core.task WHERE project_id = $1 AND status = 'rework'
        ORDER BY turing_task_id LIMIT 10`,
      values: [first],
    },
    {
      name: 'tasks of people searched for',
      path: '/tasks/tasks-crud/?size=10&search=p7%40',
      statement: `SELECT ${columns} FROM core.task WHERE user_email = $1
        ORDER BY turing_task_id LIMIT 10`,
      values: [PERSON],
    },
    {
      name: 'people',
      path: '/auth/users/?size=10',
      statement: 'SELECT * FROM core.app_user ORDER BY id LIMIT 10',
    },
    {
      name: 'audit, newest first',
      path: '/audit/?size=10',
      statement: 'SELECT * FROM core.audit ORDER BY at DESC, id DESC LIMIT 10',
    },
    {
      name: 'pod-stats of a week',
      path: `/tasks/pod-stats?${period}&project_id=${first}`,
      statement: `SELECT (completed_at AT TIME ZONE 'America/Los_Angeles')::date AS day, user_email,
          count(*), sum(number_of_turns)
        FROM core.task
        WHERE project_id = $1 AND completed_at >= $2 AND completed_at < $3
          AND status IN ('completed', 'reviewed', 'delivered')
        GROUP BY 1, 2 ORDER BY 1, 2`,
      values: [first, week.from, week.to],
    },
    {
      name: 'pod-review-stats of a week',
      path: `/tasks/pod-review-stats?${period}&project_id=${first}&member_emails=${PERSON}`,
      statement: `SELECT status, count(*) FROM core.task
        WHERE project_id = $1 AND user_email = $2 GROUP BY 1`,
      values: [first, PERSON],
    },
    {
      name: 'the tasks of a person in a week',
      path: `/tasks/by-user/${PERSON}?${period}`,
      statement: `SELECT ${columns} FROM core.task
        WHERE user_email = $1 AND completed_at >= $2 AND completed_at < $3
        ORDER BY completed_at DESC LIMIT 50`,
      values: [PERSON, week.from, week.to],
    },
    {
      name: 'delivery-stats by model',
      path: `/projects/${first}/delivery-stats?include_model_breakdown=true`,
      statement: `SELECT target_model, status, validation_status, count(*), avg(duration_minutes)
        FROM core.task WHERE project_id = $1 GROUP BY 1, 2, 3`,
      values: [first],
    },
  ];
}

function daysAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19) + 'Z';
}
