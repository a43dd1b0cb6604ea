import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, answerTo, type Call } from './testing/isolation/call.js';
import { listCalls, listPaths } from './testing/isolation/list-calls.js';
import { readCalls, type ReadRoute, readRoutes } from './testing/isolation/read-calls.js';
import { ANEW, IMPORTS } from './testing/isolation/made-anew.js';
import {
  AARDVARK,
  ALPHA,
  startTwinServers,
  type TwinServers,
} from './testing/isolation/twin-servers.js';
import type { TestServer } from './testing/test-server.js';

/** `npm run test:long` sends every call as every caller. */
const IS_LONG = process.env['PORTAL_TEST_LONG'] !== undefined;
const SEED = Number(process.env['PORTAL_TEST_SEED'] ?? 1);
/** Calls of each caller. */
const SAMPLE = 60;

/** Values of parameters: of Alpha, of Aardvark (project 2) and unknown ones. */
const VALUES = {
  projectId: [0, 1, 2, 99],
  project_id: [0, 1, 2, 99],
  userId: [1, 3, 8, 9, 10, 11, 99],
  podName: ['Pod 1', 'Pod 2', 'Pod 3', 'Pod 5', 'Pod 9'],
  pod_name: ['Pod 1', 'Pod 2', 'Pod 3', 'Pod 5', 'Pod 9'],
  email: ['shared@example.com', 'foreigner@example.com', 'trainer@example.com', 'x@example.com'],
  member_emails: ['shared@example.com', 'foreigner@example.com,trainer@example.com'],
  search: ['f', 'shared', 'Own'],
  batch_ids: ['1', '7', '1,7'],
  start_datetime: ['2026-01-01T00:00:00Z'],
  end_datetime: ['2026-01-10T00:00:00Z'],
  status: ['completed', 'reviewed'],
  week_start: ['2026-01-05'],
  statId: [1, 2, 3, 99],
  alertId: [1, 2, 99],
  before: ['1'],
  taskId: [10, 20, 40, 5, 15, 9999],
  format: ['csv', 'json'],
  include_model_breakdown: ['true'],
  number: [
    'delivered',
    'ready',
    'tasks',
    'completed_in_period',
    'reviews_in_period',
    'waiting_for_review',
    'completed_by_users',
    'claimed_now',
    'done_of_user',
    'with_duration_of_user',
    'rework_of_user',
    'stuck',
  ],
  target_model: ['', 'own'],
  key: ['tasks-last-imported', 'tasks_last_imported_at', 'x'],
  notificationId: ['00000000-0000-4000-8000-000000000000'],
  importId: ['00000000-0000-4000-8000-000000000000'],
  webhookId: [1, 2, 99],
  eventId: ['00000000-0000-4000-8000-000000000000'],
};

/**
 * What depends on other projects by design: whether a user has rights there (ADR 75), and the revision
 * of all projects (REV-7).
 */
const BY_DESIGN = /^\/auth\/admin\/users\/9\/(api-tokens|sessions)|^\/auth\/config/;
const OF_ALL_PROJECTS =
  /^\/tasks\/(by-user\/[^?]*|pod-(review-)?stats|my-reviews|by-number(\/export)?)(\?(?!.*project_id=[^0])|$)/;

let twins: TwinServers;
let routes: readonly ReadRoute[];
/** The cursors of each caller from before, on both servers. */
let walks: readonly Walk[];

beforeAll(async () => {
  twins = await startTwinServers();
  await twins.makeAnew(async () => {
    walks = await startWalks();
    await warmCaches();
  });
  routes = await readRoutes(twins.beside.baseUrl);
});
afterAll(() => twins.stop());

describe('a caller of one project', () => {
  it('CRUD-90 gets from each list the same as in a database without the other projects', async () => {
    const paths = routes.map(({ path }) => path);
    await expectTheSame(await listCalls(twins.beside, twins.root, paths));
  });

  it('PERM-16 gets from each other read the same as in a database without the other projects', async () => {
    const lists = listPaths(routes.map(({ path }) => path));
    const others = routes.filter(({ path }) => !lists.has(path));
    const calls = others.flatMap((route) => readCalls(route, VALUES));
    await expectTheSame(calls.filter(({ path }) => !BY_DESIGN.test(path)));
  });

  it('PERM-73 gets what its project made anew without what another one had by the same name', async () => {
    const records = await twins.beside.db.query<{ id: number }>(
      'SELECT DISTINCT group_id AS id FROM core.audit WHERE project_id = 2',
    );
    expect(records.length).toBeGreaterThan(5);
    const calls = anewCalls(ALPHA);
    const imports = Object.values(IMPORTS).map((id) => get(`/tasks/imports/${id}`));
    const undos = records.slice(0, 20).map(({ id }) => undoOf(id));
    await expectTheSame([...calls, ...imports, ...undos], Infinity);
    // What they compare is there.
    const missing: string[] = [];
    for (const call of calls) {
      const { status } = await answerTo(twins.beside.baseUrl, twins.root.token, call);
      if (status !== 200) missing.push(`${status} ${call.path}`);
    }
    expect(missing).toEqual([]);
    const { owner } = twins.callers;
    const history = get(`/tasks/tasks-crud/${ANEW.taskId}/history`);
    const { text } = await answerTo(twins.beside.baseUrl, owner?.token ?? '', history);
    for (const word of ['own changed', 'own-imported', 'own.json']) expect(text).toContain(word);
    expect(text).not.toContain('foreign');
  });

  it('PERM-73 goes on by a cursor from before as if the other projects were not there', async () => {
    const wrong: unknown[] = [];
    for (const { user, token, path, after } of walks) {
      const next = (cursor: string) => get(`${path}&after=${encodeURIComponent(cursor)}`);
      const [beside, alone] = await Promise.all([
        answerTo(twins.beside.baseUrl, token, next(after.beside)),
        answerTo(twins.alone.baseUrl, token, next(after.alone)),
      ]);
      const answers = [withoutCursor(beside), withoutCursor(alone)] as const;
      if (!isDeepStrictEqual(...answers) || beside.status !== 200) {
        wrong.push({ user, path, answers });
      }
    }
    expect(wrong).toEqual([]);
    expect(walks.length).toBeGreaterThan(20);
  });

  it('AUD-13 gets 404 for the undo of groups of other projects and of unknown ones', async () => {
    const foreign = [1003, 1004, 2002, 9999];
    const calls = foreign.map(undoOf);
    await expectTheSame(calls);
    for (const { token } of Object.values(twins.callers)) {
      for (const call of calls) expect((await answersTo(call, token))[0].status).toBe(404);
    }
    expect((await answerTo(twins.beside.baseUrl, twins.root.token, undoOf(1004))).status).toBe(200);
  });

  it('CRUD-90 gets totals that do not depend on values of other projects', async () => {
    await addTasks(twins.alone, ['Alpha', 'own']);
    await addTasks(twins.beside, ['Alpha', 'own'], ['Aardvark', 'foreign']);
    const { uploader, owner } = twins.callers;
    for (const user of [uploader, owner]) {
      for (const filters of [{ target_model: { ne: 'foreign' } }, { status: { ne: 'foreign' } }]) {
        const query = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
        for (const path of [`?size=1&${query}`, `?size=1&page=9000&${query}`, `export?${query}`]) {
          const call = { method: 'GET', path: `/tasks/tasks-crud/${path}` } as const;
          const [beside, alone] = await answersTo(call, user?.token ?? '');
          expect(beside.status).toBe(200);
          expect({ path, ...beside }).toEqual({ path, ...alone });
        }
      }
    }
  });

  it('CRUD-90 would detect a leak: root gets other responses', async () => {
    const paths = routes.map(({ path }) => path);
    const calls = [...sampled(await listCalls(twins.beside, twins.root, paths))];
    let different = 0;
    for (const call of calls) {
      if (!isDeepStrictEqual(...(await answersTo(call, twins.root.token)))) different += 1;
    }
    expect(different).toBeGreaterThan(calls.length / 4);
  });
});

interface Walk {
  readonly user: string;
  readonly token: string;
  readonly path: string;
  readonly after: { readonly beside: string; readonly alone: string };
}

/** Every caller reads the first page of the lists in which something is made anew. */
async function startWalks(): Promise<Walk[]> {
  const started: Walk[] = [];
  const paths = WALKED.flatMap((list) =>
    ['asc', 'desc'].map((order) => `${list}size=1&sort_order=${order}`),
  );
  for (const [user, { token }] of Object.entries(twins.callers)) {
    for (const path of paths) {
      const [beside, alone] = await Promise.all(
        [twins.beside, twins.alone].map(async ({ baseUrl }) =>
          cursorIn(await answerTo(baseUrl, token, get(path))),
        ),
      );
      expect(beside === undefined).toBe(alone === undefined);
      if (beside && alone) started.push({ user, token, path, after: { beside, alone } });
    }
  }
  return started;
}

const WALKED = [
  ...['/tasks/tasks-crud/?', '/tasks/reviews/?', '/tasks/batches/?', '/pods/?', '/pod-members/?'],
  ...['/audit/?', '/auth/users/?sort_by=email&', '/tasks/tasks-crud/?sort_by=target_model&'],
];

function cursorIn({ text }: Answer): string | undefined {
  return /"next":"([^"]+)"/.exec(text)?.[1];
}

/** Everybody who may asks for what Aardvark has, so that it is in each cache. */
async function warmCaches(): Promise<void> {
  const answers: number[] = [];
  for (const call of anewCalls(AARDVARK)) {
    answers.push((await answerTo(twins.beside.baseUrl, twins.root.token, call)).status);
  }
  expect(answers.filter((status) => status !== 200)).toEqual([]);
}

/** All ways to what was deleted in Aardvark and made in Alpha. */
function anewCalls(project: number): Call[] {
  const run = `/projects/${project}/custom-stats`;
  return [
    ...anewPaths(project).map(get),
    { method: 'POST', path: `${run}/${ANEW.statId}/execute` },
    { method: 'POST', path: `${run}/bulk-execute`, body: { stat_ids: [ANEW.statId] } },
  ];
}

function get(path: string): Call {
  return { method: 'GET', path };
}

function anewPaths(project: number): string[] {
  const { taskId, pod, batchId, statId, userId } = ANEW;
  const filters = (value: object) => `filters=${encodeURIComponent(JSON.stringify(value))}`;
  const late = 'late@example.com';
  const name = encodeURIComponent(pod);
  return [
    ...[0, 1, 2].flatMap((n) => [
      `/tasks/tasks-crud/${taskId + n}`,
      `/tasks/tasks-crud/${taskId + n}/history`,
      `/tasks/${taskId + n}`,
    ]),
    ...['', 'export'].flatMap((part) => [
      `/tasks/tasks-crud/${part}?${filters({ user_email: late })}`,
      `/tasks/tasks-crud/${part}?search=late`,
      `/tasks/reviews/${part}?search=own`,
      `/tasks/batches/${part}?${filters({ turing_batch_id: batchId })}`,
      `/pods/${part}?search=Pod`,
      `/pod-members/${part}?search=late`,
      `/auth/users/${part}?search=late`,
      ...[
        ...['task', 'pod', 'app_user', 'batch', 'custom_stat', 'alert', 'file_format'],
        'task_review',
      ].map((entity) => `/audit/${part}?${filters({ entity })}`),
      `/audit/${part}?${filters({ actor_email: 'root@example.com' })}`,
    ]),
    ...[
      ...['', '/members', '/activity', '/weekly-progress?week_start=2026-01-05'],
      '/candidates?search=late',
    ].map((part) => `/pods/${name}${part}`),
    ...['', '?active_only=false', `/${statId}`, `/${statId}/export?format=csv`].map(
      (part) => `/projects/${project}/custom-stats${part}`,
    ),
    ...['', `/${statId}`, `/${statId}/history`].map((part) => `/projects/${project}/alerts${part}`),
    `/file-formats/${statId}`,
    `/file-formats/?search=changed`,
    '/audit/groups?size=50',
    '/tasks/imports?size=50',
    `/tasks/changes?project_id=${project}&limit=1000`,
    `/auth/users/${userId}`,
    `/auth/users/${userId}/project-roles`,
    `/tasks/by-user/${encodeURIComponent(late)}?project_id=${project}`,
    `/tasks/pod-stats?project_id=${project}&member_emails=${encodeURIComponent(late)}&start_datetime=2026-01-01T00:00:00Z&end_datetime=2026-01-10T00:00:00Z`,
    `/projects/${project}/dashboard-stats?batch_ids=${batchId}`,
    `/projects/${project}/batches`,
    `/projects/${project}/users`,
  ];
}

/** More than a list counts exactly, and as many as the planner needs to know the values. */
async function addTasks(
  { db }: TestServer,
  ...projects: readonly (readonly [project: string, value: string])[]
): Promise<void> {
  for (const [n, [project, value]] of projects.entries()) {
    await db.query(
      `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, target_model, number_of_turns)
       SELECT n, project.id, 1, $2, $2, 0
       FROM core.project, generate_series($3::integer, $3 + 10999) AS n WHERE project.name = $1`,
      [project, value, 1_000_000 * (n + 1)],
    );
  }
  await db.query('ANALYZE core.task');
}

function undoOf(group: number): Call {
  return { method: 'POST', path: `/audit/${group}/undo`, body: {} };
}

/** Sends calls as every caller to both servers. */
async function expectTheSame(calls: readonly Call[], sample = SAMPLE): Promise<void> {
  const wrong: unknown[] = [];
  let permitted = 0;
  for (const [n, [user, { token }]] of Object.entries(twins.callers).entries()) {
    for (const call of sampled(calls, { offset: n, sample })) {
      const [beside, alone] = await answersTo(call, token);
      if (beside.status === 200) permitted += 1;
      if (!isDeepStrictEqual(beside, alone)) wrong.push({ user, call, beside, alone });
    }
  }
  expect(wrong).toEqual([]);
  // Refusals alone would compare nothing.
  if (calls.some(({ method }) => method === 'GET')) expect(permitted).toBeGreaterThan(40);
}

async function answersTo(call: Call, token: string): Promise<[Answer, Answer]> {
  const [beside, alone] = await Promise.all([
    answerTo(twins.beside.baseUrl, token, call),
    answerTo(twins.alone.baseUrl, token, call),
  ]);
  if (call.path.startsWith('/tasks/changes')) return [withoutCursor(beside), withoutCursor(alone)];
  return OF_ALL_PROJECTS.test(call.path)
    ? [withoutRevision(beside), withoutRevision(alone)]
    : [beside, alone];
}

/** A cursor names the database and its transactions. */
function withoutCursor({ text, ...answer }: Answer): Answer {
  return { ...answer, text: text.replace(/"next":"[\w.-]+"/, '') };
}

function withoutRevision({ status, text }: Answer): Answer {
  return { status, headers: {}, text: text.replace(/"revision":\d+,/, '') };
}

/** Offsets differ by caller, so that together they send more calls. */
function* sampled(calls: readonly Call[], { offset = 0, sample = SAMPLE } = {}): Generator<Call> {
  const apart = IS_LONG ? 1 : Math.max(1, Math.floor(calls.length / sample));
  for (let n = (SEED + 7 * offset) % apart; n < calls.length; n += apart) {
    const call = calls[n];
    if (call) yield call;
  }
}
