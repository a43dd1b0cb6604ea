import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '@portal/persistence/queryable';
import { insert, named, readIds } from './insert-rows.js';
import type { WorldPlan } from './world-plan.js';

export interface TestUser {
  readonly id: number;
  readonly email: string;
  /** An API token of the user. */
  readonly token: string;
}

export interface World<P extends string, U extends string> {
  /** Ids by name. */
  readonly projects: Readonly<Record<P, number>>;
  readonly users: Readonly<Record<U, TestUser>>;
}

/**
 * Inserts test data, each table with one statement. Every user gets an API token; a user whose email
 * exists keeps the account. In an empty database the ids count from 1 in the order of the plan.
 */
export async function buildWorld<
  P extends string = never,
  U extends string = never,
  R extends string = never,
>(db: Queryable, plan: WorldPlan<P, U, R>): Promise<World<P, U>> {
  // The parameters check the names of the plan; the statements take any.
  const { projects = {}, users = {}, pods = {}, tasks = [], roles = {} }: WorldPlan = plan;
  await insertRoles(db, roles);
  const projectIds = await insertProjects(db, projects);
  const accounts = await insertUsers(db, users);
  const names = {
    projectId: (name: string) => named(projectIds, name),
    user: (name: string) => named(accounts, name),
  };
  await assignRoles(db, assignments(users, names));
  await insertPods(db, pods, names);
  await insertTasks(db, projects, tasks, names);
  const world = {
    projects: Object.fromEntries(projectIds),
    users: Object.fromEntries(accounts),
  };
  if (!isWorldOf<P, U>(world, plan)) throw new Error('some rows of the plan were not inserted');
  return world;
}

interface Assignment {
  readonly user_id: number;
  readonly project_id: number;
  readonly role: string;
}

/** Gives users roles in projects; a new role replaces the one that the user has in the project. */
export async function assignRoles(db: Queryable, assigned: readonly Assignment[]): Promise<void> {
  if (assigned.length === 0) return;
  const ids = await readIds(db, 'role');
  await insert(
    db,
    'user_role',
    assigned.map(({ role, ...row }) => ({ ...row, role_id: named(ids, role) })),
    'ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id',
  );
}

type Part<Name extends keyof WorldPlan> = NonNullable<WorldPlan[Name]>;
interface Names {
  readonly projectId: (name: string) => number;
  readonly user: (name: string) => TestUser;
}

async function insertRoles(db: Queryable, roles: Part<'roles'>): Promise<void> {
  if (Object.keys(roles).length === 0) return;
  await insert(
    db,
    'role',
    Object.keys(roles).map((name) => ({ name, description: '' })),
  );
  const [roleIds, permissionIds] = [await readIds(db, 'role'), await readIds(db, 'permission')];
  await insert(
    db,
    'role_permission',
    Object.entries(roles).flatMap(([role, permissions]) =>
      permissions.map((permission) => ({
        role_id: named(roleIds, role),
        permission_id: named(permissionIds, permission),
      })),
    ),
  );
}

async function insertProjects(
  db: Queryable,
  projects: Part<'projects'>,
): Promise<Map<string, number>> {
  const rows = await insert<{ name: string; id: number }>(
    db,
    'project',
    Object.entries(projects).map(([name, project]) => ({
      status: 'unstarted',
      ...project,
      batches: undefined,
      name,
    })),
    'RETURNING name, id',
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function insertUsers(db: Queryable, users: Part<'users'>): Promise<Map<string, TestUser>> {
  const planned = Object.entries(users).map(([key, user]) => {
    const email = user.email ?? `${key.toLowerCase()}@example.com`;
    const token = randomBytes(32).toString('base64url');
    return { key, email, token, name: user.name ?? email, user };
  });
  const rows = await insert<{ email: string; id: number }>(
    db,
    'app_user',
    planned.map(({ email, name, user: { id, slack_id = '' } }) => ({ id, email, name, slack_id })),
    'ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING email, id',
  );
  const ids = new Map(rows.map(({ email, id }) => [email, id]));
  await insert(
    db,
    'api_token',
    planned.map(({ email, token, user }) => ({
      user_id: named(ids, email),
      name: user.token ?? 'test',
      token_hash: `\\x${createHash('sha256').update(token).digest('hex')}`,
    })),
  );
  return new Map(
    planned.map(({ key, email, token }) => [key, { id: named(ids, email), email, token }]),
  );
}

function assignments(users: Part<'users'>, names: Names): Assignment[] {
  return Object.entries(users).flatMap(([user, { roles = {} }]) =>
    Object.entries(roles).map(([project, role]) => ({
      user_id: names.user(user).id,
      project_id: project === 'All Projects' ? 0 : names.projectId(project),
      role: role ?? '',
    })),
  );
}

async function insertPods(db: Queryable, pods: Part<'pods'>, names: Names): Promise<void> {
  const all = Object.entries(pods);
  await insert(
    db,
    'pod',
    all.map(([name, { project, description }]) => ({
      name,
      description,
      project_id: names.projectId(project),
    })),
  );
  await insert(
    db,
    'pod_member',
    all.flatMap(([pod_name, { members = {} }]) =>
      Object.entries(members).map(([user, role]) => ({
        pod_name,
        user_email: names.user(user).email,
        role,
      })),
    ),
  );
  await insert(
    db,
    'pod_weekly_target',
    all.flatMap(([pod_name, { targets = [] }]) =>
      targets.map((target) => ({ ...target, pod_name })),
    ),
  );
}

async function insertTasks(
  db: Queryable,
  projects: Part<'projects'>,
  plan: Part<'tasks'>,
  names: Names,
): Promise<void> {
  const tasks = plan.map(({ project, user, reviews = [], ...columns }) => ({
    reviews,
    row: {
      turing_batch_id: 1,
      number_of_turns: 0,
      ...columns,
      project_id: names.projectId(project),
      user_email: user === undefined ? columns.user_email : names.user(user).email,
    },
  }));
  const listed = Object.entries(projects).flatMap(([project, { batches = {} }]) =>
    Object.entries(batches).map(([id, name]) => ({
      project_id: names.projectId(project),
      turing_batch_id: Number(id),
      name,
    })),
  );
  const mentioned = tasks.map(({ row: { project_id, turing_batch_id } }) => ({
    project_id,
    turing_batch_id,
    name: `Batch ${turing_batch_id}`,
  }));
  await insert(db, 'batch', [...listed, ...mentioned], 'ON CONFLICT DO NOTHING');
  await insert(
    db,
    'task',
    tasks.map(({ row }) => row),
  );
  await insert(
    db,
    'task_review',
    tasks.flatMap(({ row: { turing_task_id }, reviews }) =>
      reviews.map((review) => ({ ...review, turing_task_id })),
    ),
  );
}

function isWorldOf<P extends string, U extends string>(
  world: World<string, string>,
  { projects = {}, users = {} }: WorldPlan,
): world is World<P, U> {
  return (
    Object.keys(projects).every((name) => name in world.projects) &&
    Object.keys(users).every((name) => name in world.users)
  );
}
