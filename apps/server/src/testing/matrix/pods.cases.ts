import { createUser } from '../user.js';
import { type MatrixWorld, POD } from './matrix-world.js';
import { type RouteCase, to, within } from './route-case.js';

/** The Monday of a week that no other call uses. */
function freeMonday(world: MatrixWorld): string {
  const day = new Date('2030-01-07T00:00:00Z');
  day.setUTCDate(day.getUTCDate() + 7 * (world.next() - 1_000));
  return day.toISOString().slice(0, 10);
}

const newPod = async ({ alpha, next, value }: MatrixWorld): Promise<number> =>
  value('INSERT INTO core.pod (name, project_id) VALUES ($1, $2) RETURNING id', [
    `Pod ${next()}`,
    alpha,
  ]);

async function newUser({ db, next }: MatrixWorld): Promise<string> {
  return (await createUser(db, `p${next()}@example.org`)).email;
}

async function newMember(world: MatrixWorld): Promise<{ id: number; email: string }> {
  const email = await newUser(world);
  const id = await world.value<number>(
    'INSERT INTO core.pod_member (pod_name, user_email) VALUES ($1, $2) RETURNING id',
    [POD, email],
  );
  return { id, email };
}

const newTarget = (world: MatrixWorld): Promise<number> =>
  world.value(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     VALUES ($1, $2::date, $2::date + 6, 1, 1) RETURNING id`,
    [POD, freeMonday(world)],
  );

const MANAGERS = { projectAdmin: 200, owner: 200, fullAccess: 200 } as const;
const made = { projectAdmin: 201, owner: 201, fullAccess: 201 } as const;
const gone = { projectAdmin: 204, owner: 204, fullAccess: 204 } as const;

const byName: readonly RouteCase[] = [
  {
    route: 'GET /pods/:podName',
    request: () => ({ path: `/pods/${POD}` }),
    answers: within(200),
  },
  {
    route: 'GET /pods/:podName/members',
    request: () => ({ path: `/pods/${POD}/members` }),
    answers: within(200),
  },
  {
    route: 'POST /pods/:podName/members',
    request: async (world) => ({
      path: `/pods/${POD}/members`,
      body: { user_email: await newUser(world) },
    }),
    answers: within(403, { ...made, lead: 201 }),
  },
  {
    route: 'PATCH /pods/:podName/members',
    request: async (world) => ({
      path: `/pods/${POD}/members`,
      body: { user_email: (await newMember(world)).email, role: 'reviewer' },
    }),
    answers: within(403, { ...MANAGERS, lead: 200 }),
  },
  {
    route: 'GET /pods/:podName/candidates',
    request: () => ({ path: `/pods/${POD}/candidates?search=a` }),
    answers: within(403, { ...MANAGERS, lead: 200 }),
  },
  {
    route: 'DELETE /pods/:podName/members',
    request: async (world) => ({
      path: `/pods/${POD}/members`,
      body: { user_email: (await newMember(world)).email },
    }),
    answers: within(403, { ...gone, lead: 204 }),
  },
];

const pods: readonly RouteCase[] = [
  { route: 'GET /pods/_meta', request: () => ({ path: '/pods/_meta' }), answers: to(200) },
  { route: 'GET /pods/export', request: () => ({ path: '/pods/export' }), answers: to(200) },
  { route: 'GET /pods', request: () => ({ path: '/pods/' }), answers: to(200) },
  {
    route: 'POST /pods',
    request: ({ alpha, next }) => ({
      path: '/pods/',
      body: { name: `Pod ${next()}`, project_id: alpha },
    }),
    answers: to(403, made),
  },
  {
    // The trainer is a member of another pod.
    route: 'PATCH /pods/:key',
    request: async (world) => ({
      path: `/pods/${await newPod(world)}`,
      body: { description: 'x' },
    }),
    answers: within(403, { ...MANAGERS, trainer: 404 }),
  },
  {
    route: 'DELETE /pods/:key',
    request: async (world) => ({ path: `/pods/${await newPod(world)}` }),
    answers: within(403, { ...gone, trainer: 404 }),
  },
  {
    route: 'POST /pods/bulk',
    request: async (world) => ({
      path: '/pods/bulk',
      body: { ids: [await newPod(world)], change: { description: 'x' } },
    }),
    answers: to(403, { ...MANAGERS, otherAdmin: 404 }),
  },
];

const members: readonly RouteCase[] = [
  {
    route: 'GET /pod-members/_meta',
    request: () => ({ path: '/pod-members/_meta' }),
    answers: to(200),
  },
  { route: 'GET /pod-members', request: () => ({ path: '/pod-members/' }), answers: to(200) },
  {
    route: 'GET /pod-members/export',
    request: () => ({ path: '/pod-members/export' }),
    answers: to(200),
  },
  {
    route: 'GET /pod-members/:key',
    request: async (world) => ({ path: `/pod-members/${(await newMember(world)).id}` }),
    answers: within(200, { trainer: 404 }),
  },
  {
    route: 'POST /pod-members',
    request: async (world) => ({
      path: '/pod-members/',
      body: { pod_name: POD, user_email: await newUser(world) },
    }),
    answers: to(403, { ...made, lead: 201 }),
  },
  {
    route: 'PATCH /pod-members/:key',
    request: async (world) => ({
      path: `/pod-members/${(await newMember(world)).id}`,
      body: { role: 'reviewer' },
    }),
    answers: within(403, { ...MANAGERS, lead: 200, trainer: 404 }),
  },
  {
    route: 'DELETE /pod-members/:key',
    request: async (world) => ({ path: `/pod-members/${(await newMember(world)).id}` }),
    answers: within(403, { ...gone, lead: 204, trainer: 404 }),
  },
  {
    route: 'POST /pod-members/bulk',
    request: async (world) => ({
      path: '/pod-members/bulk',
      body: { ids: [(await newMember(world)).id], change: { role: 'reviewer' } },
    }),
    answers: to(403, { ...MANAGERS, lead: 200, otherAdmin: 404 }),
  },
];

const targets: readonly RouteCase[] = [
  {
    route: 'GET /pod-weekly-targets/_meta',
    request: () => ({ path: '/pod-weekly-targets/_meta' }),
    answers: to(200),
  },
  {
    route: 'GET /pod-weekly-targets',
    request: () => ({ path: '/pod-weekly-targets/' }),
    answers: to(200),
  },
  {
    route: 'GET /pod-weekly-targets/export',
    request: () => ({ path: '/pod-weekly-targets/export' }),
    answers: to(200),
  },
  {
    route: 'GET /pod-weekly-targets/:key',
    request: async (world) => ({ path: `/pod-weekly-targets/${await newTarget(world)}` }),
    answers: within(200),
  },
  {
    route: 'POST /pod-weekly-targets',
    request: (world) => ({
      path: '/pod-weekly-targets/',
      body: {
        pod_name: POD,
        week_start_date: freeMonday(world),
        daily_tasks_target: 1,
        daily_turns_target: 1,
      },
    }),
    answers: to(403, { ...made, lead: 201 }),
  },
  {
    route: 'PATCH /pod-weekly-targets/:key',
    request: async (world) => ({
      path: `/pod-weekly-targets/${await newTarget(world)}`,
      body: { daily_tasks_target: 2 },
    }),
    answers: within(403, { ...MANAGERS, lead: 200 }),
  },
  {
    route: 'DELETE /pod-weekly-targets/:key',
    request: async (world) => ({ path: `/pod-weekly-targets/${await newTarget(world)}` }),
    answers: within(403, { ...gone, lead: 204 }),
  },
  {
    route: 'POST /pod-weekly-targets/bulk',
    request: async (world) => ({
      path: '/pod-weekly-targets/bulk',
      body: { ids: [await newTarget(world)], change: { daily_tasks_target: 2 } },
    }),
    answers: to(403, { ...MANAGERS, lead: 200, otherAdmin: 404 }),
  },
];

export const POD_CASES: readonly RouteCase[] = [...byName, ...pods, ...members, ...targets];
