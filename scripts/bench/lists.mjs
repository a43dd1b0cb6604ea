import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connectTo, timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

/** So many of each, for what was started for this to run as what has been up for long. */
const WARM_UP = { lists: 1000, statistics: 30 };
const PERSON = 'p7@example.com';

/**
 * Lists and statistics over the imported tasks as somebody who sees everything, each in turns with a
 * plain SELECT of the same rows by `pg` on one connection. Lists also beside a bare HTTP server that
 * looks up who asks and sends the rows of that SELECT.
 * @returns {Promise<{ name: string, ms: number, rawMs: number, bareMs?: number }[]>}
 *   95th percentiles
 */
export async function benchLists(portal, { requests }) {
  const token = await portal.token('admin');
  const bare = await startBareServer(portal, lists(portal));
  const connections = { portal: connectTo(portal.stack.baseUrl), bare: connectTo(bare.url) };
  const turnsOf = ({ path, statement, values }) => ({
    ms: (index) => timedGet(connections.portal, `/api/v1${path(index)}`, token),
    rawMs: () => timed(() => portal.database.query(statement, values)),
  });
  // Not in turns with the others: each would find the caches as another server left them.
  const bareTurn = (number) => ({
    bareMs: () => timedGet(connections.bare, `/${number}`, token),
  });
  // All of them, or the first would pay for what they have in common.
  for (const [number, list] of lists(portal).entries()) {
    await percentilesOf(turnsOf(list), 0, WARM_UP.lists);
    await percentilesOf(bareTurn(number), 0, WARM_UP.lists);
  }
  const results = [];
  for (const [number, list] of lists(portal).entries()) {
    results.push({
      name: list.name,
      ...(await percentilesOf(turnsOf(list), WARM_UP.lists, requests)),
      ...(await percentilesOf(bareTurn(number), WARM_UP.lists, requests)),
    });
  }
  for (const question of statistics(portal).flatMap(bothWays)) {
    const measured = await percentilesOf(turnsOf(question), WARM_UP.statistics, requests / 2);
    results.push({ name: question.name, ...measured });
  }
  for (const connection of Object.values(connections)) await connection.close();
  bare.stop();
  return results;
}

/** Takes turns, so that whatever else the machine does meets all of them alike. */
async function percentilesOf(turns, warmUp, count) {
  const samples = Object.fromEntries(Object.keys(turns).map((name) => [name, []]));
  for (let index = 0; index < warmUp + count; index++) {
    for (const [name, turn] of Object.entries(turns)) {
      const ms = await turn(index);
      if (index >= warmUp) samples[name].push(ms);
    }
  }
  return Object.fromEntries(
    Object.entries(samples).map(([name, each]) => [name, percentile(each, 0.95)]),
  );
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function startBareServer({ database, stack }, all) {
  const {
    rows: [admin],
  } = await database.query(
    `SELECT user_id, family_id FROM core.refresh_token
     JOIN core.app_user ON app_user.id = user_id
     WHERE email = 'admin@example.com' AND revoked_at IS NULL LIMIT 1`,
  );
  const server = fork(fileURLToPath(new URL('./bare-list-server.mjs', import.meta.url)));
  server.send({
    url: stack.databaseUrl,
    lookUp: {
      text: 'SELECT * FROM core.person_access($1, $2, NULL)',
      values: [admin.user_id, admin.family_id],
    },
    statements: all.map(({ statement, values }) => ({ text: statement, values })),
  });
  const [{ port }] = await once(server, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => server.disconnect() };
}

function lists({ projectIds: { first } }) {
  const filters = (value) => `filters=${encodeURIComponent(JSON.stringify(value))}`;
  const week = weekBefore();
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
      values: [first],
    },
    {
      name: 'tasks of people searched for',
      path: () => '/tasks/tasks-crud/?size=10&search=p7%40',
      statement: `SELECT ${columns} FROM core.task WHERE user_email = $1
        ORDER BY turing_task_id LIMIT 10`,
      values: [PERSON],
    },
    {
      name: 'people',
      path: () => '/auth/users/?size=10',
      statement: 'SELECT * FROM core.app_user ORDER BY id LIMIT 10',
    },
    {
      name: 'audit, newest first',
      path: () => '/audit/?size=10',
      statement: 'SELECT * FROM core.audit ORDER BY at DESC, id DESC LIMIT 10',
    },
    {
      name: 'the tasks of a person in a week',
      path: () => `/tasks/by-user/${PERSON}?${periodOf(week)}`,
      statement: `SELECT ${columns} FROM core.task
        WHERE user_email = $1 AND completed_at >= $2 AND completed_at < $3
        ORDER BY completed_at DESC LIMIT 50`,
      values: [PERSON, week.from, week.to],
    },
  ];
}

function statistics({ projectIds: { first } }) {
  const week = weekBefore();
  return [
    {
      name: 'pod-stats',
      isKept: true,
      path: (period) => `/tasks/pod-stats?${period}&project_id=${first}`,
      statement: `SELECT (completed_at AT TIME ZONE 'America/Los_Angeles')::date AS day, user_email,
          count(*), sum(number_of_turns)
        FROM core.task
        WHERE project_id = $1 AND completed_at >= $2 AND completed_at < $3
          AND status IN ('completed', 'reviewed', 'delivered')
        GROUP BY 1, 2 ORDER BY 1, 2`,
      values: [first, week.from, week.to],
    },
    {
      name: 'pod-review-stats',
      isKept: true,
      path: (period) =>
        `/tasks/pod-review-stats?${period}&project_id=${first}&member_emails=${PERSON}`,
      statement: `SELECT status, count(*) FROM core.task
        WHERE project_id = $1 AND user_email = $2 GROUP BY 1`,
      values: [first, PERSON],
    },
    {
      name: 'delivery-stats by model',
      path: () => `/projects/${first}/delivery-stats?include_model_breakdown=true`,
      statement: `SELECT target_model, status, validation_status, count(*), avg(duration_minutes)
        FROM core.task WHERE project_id = $1 GROUP BY 1, 2, 3`,
      values: [first],
    },
  ];
}

/** An answer that is kept is asked for in two ways: again and again, and never twice the same. */
function bothWays({ isKept, ...question }) {
  if (!isKept) return [question];
  const { name, path } = question;
  const week = weekBefore();
  return [
    { ...question, name: `${name} of a week`, path: () => path(periodOf(week)) },
    {
      ...question,
      name: `${name}, another week each time`,
      path: (index) => path(periodOf(weekBefore(1 + index))),
    },
  ];
}

const periodOf = ({ from, to }) => `start_datetime=${from}&end_datetime=${to}`;

/** The week that ended a week ago, or by so many seconds earlier. */
function weekBefore(seconds = 0) {
  return { from: daysAgo(14, seconds), to: daysAgo(7, seconds) };
}

function daysAgo(days, seconds) {
  const instant = Date.now() - days * 86_400_000 - seconds * 1000;
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
