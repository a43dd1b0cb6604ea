import { runs } from '@portal/testing/runs';
import { POD_ROLES } from '@portal/contracts/constants';
import type { Permission } from '@portal/contracts/permissions';
import { type Caller, covers } from '@portal/domain/caller';
import { mayWatch } from '@portal/domain/rooms';
import { uploadProjects } from '@portal/domain/uploads';
import { maySeeWorker, visibilityOf } from '@portal/domain/visibility';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRoom, readRooms } from '../dashboards/rooms.js';
import { BoundValues } from './row-sql.js';
import {
  callersIn,
  EMAILS,
  insertUsersAndProjects,
  insertWorld,
  type PodRolePermissions,
  PROJECTS,
  type World,
  worlds,
} from './spec-support/random-world.js';
import { SUBJECTS } from './spec-support/subjects.js';
import { readUploadScope } from './uploads.js';
import { readIsWorkerSeen } from './work.js';

let database: TestDatabase;
let db: QueryClient;
let podRoles: PodRolePermissions;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await insertUsersAndProjects(db);
  podRoles = await readPodRoles();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Inserts the world, runs `check` with its callers and rolls back. */
async function inWorld(world: World, check: (callers: Caller[]) => Promise<void>): Promise<void> {
  await db.query('BEGIN');
  try {
    await insertWorld(db, world);
    await check(callersIn(world, podRoles));
  } finally {
    await db.query('ROLLBACK');
  }
}

it('PERM-15 each SQL condition selects the rows that the domain grants', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, (world) =>
      inWorld(world, async (callers) => {
        expect(await selected(callers)).toEqual(granted(world, callers));
      }),
    ),
    { numRuns: runs(8) },
  );
});

it('PERM-15 the reads behind a decision agree with the world', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, (world) =>
      inWorld(world, async (callers) => {
        for (const caller of callers) {
          expect(await uploads(caller)).toEqual(uploadsGranted(caller, world));
        }
        for (const caller of callers.slice(0, 2)) {
          expect(await grantsOf(caller)).toEqual(isActive(world, caller) ? caller.grants : null);
          expect(await watched(caller, world)).toEqual(mayBeWatched(caller, world));
          expect(await watchedById(caller)).toEqual(mayBeWatched(caller, world));
          expect(await workersSeen(caller)).toEqual(workersGranted(caller, world, callers));
        }
      }),
    ),
    { numRuns: runs(4) },
  );
});

/** The keys of the rows by condition and caller; one statement reads all. */
async function selected(callers: readonly Caller[]): Promise<Record<string, string[]>> {
  const bound = new BoundValues();
  const found: Record<string, string[]> = {};
  const selects = SUBJECTS.flatMap(({ name, rows, key, column, condition }) =>
    callers.map((caller) => {
      const title = `${name} for user ${caller.userId}`;
      found[title] = [];
      const row = { column, bind: (value: unknown, type: string) => bound.bind(value, type) };
      const and = rows.includes(' WHERE ') ? 'AND' : 'WHERE';
      return `SELECT '${title}' AS title, (${key})::text AS key FROM ${rows} ${and} ${condition(caller, row)}`;
    }),
  );
  const text = selects.join('\nUNION ALL\n');
  for (const { title, key } of await db.query<{ title: string; key: string }>(text, bound.values)) {
    found[title]?.push(key);
  }
  for (const keys of Object.values(found)) keys.sort();
  return found;
}

function granted(world: World, callers: readonly Caller[]): Record<string, string[]> {
  return Object.fromEntries(
    SUBJECTS.flatMap((subject) =>
      callers.map((caller) => [
        `${subject.name} for user ${caller.userId}`,
        [...subject.granted(caller, world, callers)].sort(),
      ]),
    ),
  );
}

async function readPodRoles(): Promise<PodRolePermissions> {
  const rows = await db.query<{ role: string; permissions: Permission[] }>(
    `SELECT pod_role AS role, array_remove(array_agg(permission.name), NULL) AS permissions
     FROM unnest($1::text[]) AS pod_role
     JOIN core.role ON role.name = core.pod_role_name(pod_role)
     LEFT JOIN core.role_permission ON role_id = role.id
     LEFT JOIN core.permission ON permission.id = permission_id
     GROUP BY pod_role`,
    [POD_ROLES],
  );
  const of = new Map(rows.map(({ role, permissions }) => [role, permissions]));
  const [lead = [], reviewer = [], trainer = []] = ['lead', 'reviewer', 'trainer'].map((role) =>
    of.get(role),
  );
  return { lead, reviewer, trainer };
}

const isActive = (world: World, { userId }: Caller): boolean => world.isActive[userId - 1] ?? false;

/** The grants that the server reads for each request; null for a deactivated user. */
async function grantsOf({ userId }: Caller): Promise<Caller['grants'] | null> {
  const [user] = await db.query<{ grants: Caller['grants'] }>(
    'SELECT grants FROM core.user_access($1, NULL, NULL)',
    [userId],
  );
  return user?.grants.map((grant) => ({ ...grant, project_name: '' })) ?? null;
}

const podNames = ({ pods }: World): string[] => pods.map((_, at) => `Pod ${at + 1}`);

/** Every project, alone and with every pod (also of other projects), and unknown rooms. */
function roomsIn(world: World): { projectId: number; podName: string | null }[] {
  return [0, ...PROJECTS, 99].flatMap((projectId) =>
    [null, ...podNames(world), 'none'].map((podName) => ({ projectId, podName })),
  );
}

async function watched(caller: Caller, world: World): Promise<string[]> {
  const names: string[] = [];
  for (const room of roomsIn(world)) {
    const found = await readRoom(db, room, caller.email);
    if (found && mayWatch(caller, found)) names.push(`${room.projectId} ${room.podName ?? ''}`);
  }
  return names;
}

/** The same by one read of all rooms, as open connections are checked. */
async function watchedById(caller: Caller): Promise<string[]> {
  const ids = await db.query<{ id: number }>('SELECT id FROM core.pod');
  const projectIds = [0, ...PROJECTS, 99];
  const podIds = [...ids.map(({ id }) => id), 4711];
  const rooms = await readRooms(db, { projectIds, podIds });
  const open = (projectId: number, podName: string | null, is_member = false): string[] =>
    mayWatch(caller, { projectId, pod: podName === null ? null : { is_member } })
      ? [`${projectId} ${podName ?? ''}`]
      : [];
  return projectIds.flatMap((projectId) => [
    ...(rooms.projectIds.has(projectId) ? open(projectId, null) : []),
    ...[...rooms.pods.values()]
      .filter((pod) => pod.projectId === projectId)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name, members }) => open(projectId, name, members.includes(caller.email))),
  ]);
}

/** The rooms that the rule grants, computed from the world and not from the database. */
function mayBeWatched(caller: Caller, world: World): string[] {
  const rooms = roomsIn(world).filter(({ projectId, podName }) => {
    if (podName === null) return mayWatch(caller, { projectId, pod: null }) && projectId !== 99;
    const pod = world.pods[podNames(world).indexOf(podName)];
    if (pod?.project !== projectId) return false;
    const is_member = (pod.members[caller.userId - 1] ?? null) !== null;
    return mayWatch(caller, { projectId, pod: { is_member } });
  });
  return rooms.map(({ projectId, podName }) => `${projectId} ${podName ?? ''}`);
}

async function workersSeen(caller: Caller): Promise<string[]> {
  const seen: string[] = [];
  for (const email of EMAILS) {
    if (await readIsWorkerSeen(db, email, visibilityOf(caller))) seen.push(email);
  }
  return seen;
}

function workersGranted(caller: Caller, world: World, callers: readonly Caller[]): string[] {
  return EMAILS.filter((email) => {
    const user = callers.find((one) => one.email === email);
    const tasks = world.tasks.filter((task) => task.email === email);
    if (!user && tasks.length === 0) return false;
    const projectIds = [
      ...tasks.map(({ project }) => project),
      ...(user?.grants ?? []).map(({ project_id }) => project_id),
    ];
    return maySeeWorker(visibilityOf(caller), { email, projectIds });
  });
}

async function uploads({ userId }: Caller): Promise<unknown> {
  const { projects, allowedProjects } = await readUploadScope(db, userId);
  return { projects: new Map(projects), isAll: allowedProjects === null };
}

function uploadsGranted(caller: Caller, world: World): unknown {
  const allowed = uploadProjects(isActive(world, caller) ? caller : { grants: [] });
  const projects = new Map(PROJECTS.filter((id) => covers(allowed, id)).map((id) => [id * 10, id]));
  return { projects, isAll: allowed === 'all' };
}
