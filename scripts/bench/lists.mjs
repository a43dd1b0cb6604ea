import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connectTo, timedGet } from './requests.mjs';
import { median, percentile } from './statistics.mjs';

/** So many of each, for what was started for this to run as what has been up for long. */
const WARM_UP = { lists: 1000, statistics: 30 };
/** Each round measures all of them, so that what else the machine does at a time is in one round. */
const ROUNDS = 5;
/** At the beginning of a round, for the caches to be this list's again. */
const WARM_UP_AGAIN = 20;
const PEOPLE = 300;
const PODS = 40;
const WEEKS = 10;
const PAGE_COST = 1.1;
const PERSON = 'p7@example.com';

/**
 * Lists and statistics over the imported tasks as somebody who sees everything, each in turns with a
 * plain SELECT of the same rows by `pg` on one connection. Lists also beside a bare HTTP server that
 * looks up who asks and sends the rows of that SELECT.
 * @returns {Promise<{ name: string, ms: number, rawMs: number, bareMs?: number }[]>}
 *   95th percentiles, the median of some rounds
 */
export async function benchLists(portal, { requests }) {
  const token = await portal.token('admin');
  await addPeople(portal, token);
  await addPods(portal);
  await portal.settle();
  // Small tables are read by their indexes, as the portal has them read.
  await portal.database.query(`SET random_page_cost = ${PAGE_COST}`);
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
  const questions = [
    ...lists(portal).map((list, number) => ({
      name: list.name,
      warmUp: WARM_UP.lists,
      count: (requests * 2) / ROUNDS,
      turns: [turnsOf(list), bareTurn(number)],
    })),
    ...statistics(portal)
      .flatMap(bothWays)
      .map((question) => ({
        name: question.name,
        warmUp: WARM_UP.statistics,
        count: requests / 2 / ROUNDS,
        turns: [turnsOf(question)],
      })),
  ];
  const results = await measure(questions);
  await portal.database.query('RESET random_page_cost');
  for (const connection of Object.values(connections)) await connection.close();
  bare.stop();
  return results;
}

async function measure(questions) {
  // All of them, or the first would pay for what they have in common.
  for (const { turns, warmUp } of questions) {
    for (const turn of turns) await samplesOf(turn, { from: 0, count: warmUp });
  }
  const results = questions.map(({ name }) => ({ name, rounds: {} }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [number, { turns, warmUp, count }] of questions.entries()) {
      const from = warmUp + round * (WARM_UP_AGAIN + count);
      for (const turn of turns) {
        await samplesOf(turn, { from, count: WARM_UP_AGAIN });
        const samples = await samplesOf(turn, { from: from + WARM_UP_AGAIN, count });
        for (const [key, each] of Object.entries(samples)) {
          (results[number].rounds[key] ??= []).push(percentile(each, 0.95));
        }
      }
    }
  }
  return results.map(({ name, rounds }) => ({
    name,
    ...Object.fromEntries(Object.entries(rounds).map(([key, each]) => [key, median(each)])),
  }));
}

/** With a role each, by the API: the audit tells of two changes for each of them. */
async function addPeople({ stack, projectIds }, token) {
  const post = async (path, content) => {
    const answer = await fetch(`${stack.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}`);
    return answer.json();
  };
  for (let index = 0; index < PEOPLE; index++) {
    const email = `person${index}@example.com`;
    const { id } = await post('/auth/users/', { email, name: `Person ${index}` });
    await post(`/auth/users/${id}/project-roles`, {
      project_id: projectIds.first,
      role: 'project_member',
    });
  }
}

/** Each person in one of them, and targets for each of them. */
async function addPods({ database, projectIds }) {
  await database.query(
    `INSERT INTO core.pod (name, project_id)
     SELECT 'Pod ' || number, $1 FROM generate_series(1, $2::int) AS number`,
    [projectIds.first, PODS],
  );
  await database.query(
    `INSERT INTO core.pod_member (pod_name, user_email)
     SELECT 'Pod ' || 1 + number % $2, 'person' || number || '@example.com'
     FROM generate_series(0, $1::int - 1) AS number`,
    [PEOPLE, PODS],
  );
  await database.query(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     SELECT name, '2026-01-05'::date + 7 * week, '2026-01-11'::date + 7 * week, 10, 100
     FROM core.pod, generate_series(1, $1::int) AS week`,
    [WEEKS],
  );
}

/** Takes turns, so that whatever else the machine does meets all of them alike. */
async function samplesOf(turns, { from, count }) {
  const samples = Object.fromEntries(Object.keys(turns).map((name) => [name, []]));
  for (let index = from; index < from + count; index++) {
    for (const [name, turn] of Object.entries(turns)) samples[name].push(await turn(index));
  }
  return samples;
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
  const url = new URL(stack.databaseUrl);
  url.searchParams.set('options', `-c random_page_cost=${PAGE_COST}`);
  const server = fork(fileURLToPath(new URL('./bare-list-server.mjs', import.meta.url)));
  server.send({
    url: url.href,
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
      statement: `SELECT *, (
          SELECT jsonb_object_agg(project_id, role.name)
          FROM core.user_role JOIN core.role ON role.id = role_id
          WHERE user_id = person.id) AS roles
        FROM core.app_user AS person ORDER BY email LIMIT 10`,
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
