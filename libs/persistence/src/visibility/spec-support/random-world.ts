import { POD_ROLES, STAT_AUDIENCES } from '@portal/contracts/constants';
import { PERMISSIONS, type Permission } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import fc from 'fast-check';
import type { Queryable } from '../../queryable.js';

/** All projects but project 0, which each database has. */
export const PROJECTS = [1, 2, 3];
export const USERS = [1, 2, 3, 4, 5];
export const emailOf = (userId: number): string => `user${userId}@example.com`;
/** The emails of the users, and one that only tasks contain. */
export const EMAILS = [...USERS.map(emailOf), 'tasks-only@example.com'];

type Audience = (typeof STAT_AUDIENCES)[number];
type PodRole = (typeof POD_ROLES)[number];
/** The permissions of each pod role. */
export type PodRolePermissions = Readonly<Record<PodRole, readonly Permission[]>>;

/** What the audit records of a world are about. */
export const AUDITED = ['app_user', 'custom_stat', 'task_import'];
/** Who made the changes. */
export const AUDITED_BY = 1;

export interface World {
  readonly roles: readonly (readonly Permission[])[];
  /** The role of each user in each project, including 0; null for none. */
  readonly assigned: readonly (readonly (number | null)[])[];
  readonly isActive: readonly boolean[];
  /** The project of each pod, and the pod role of each user. */
  readonly pods: readonly { project: number; members: readonly (PodRole | null)[] }[];
  readonly tasks: readonly { project: number; email: string | null }[];
  /** The projects of audit records about users, and of those about statistics. */
  readonly audited: readonly (number | null)[];
  readonly stats: readonly { project: number; isActive: boolean; audience: Audience }[];
}

const project = fc.constantFrom(...PROJECTS);
const ofEachUser = <T>(value: fc.Arbitrary<T>) =>
  fc.array(value, { minLength: USERS.length, maxLength: USERS.length });
const oneIn = <T>(times: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const role = fc.nat({ max: 2 });

/** The permissions that most decisions depend on are frequent. */
const permission = fc.oneof(
  fc.constantFrom(...PERMISSIONS),
  fc.constantFrom<Permission[]>('data-upload', 'user-view', 'pod-info-public-view', 'full-access'),
);

/** Roles have few permissions, so that users see different rows. */
export const worlds: fc.Arbitrary<World> = fc.record({
  roles: fc.array(fc.uniqueArray(permission, { maxLength: 3 }), {
    minLength: 3,
    maxLength: 3,
  }),
  assigned: ofEachUser(
    fc.tuple(oneIn(5, role), oneIn(2, role), oneIn(2, role), oneIn(2, role)).map((of) => [...of]),
  ),
  isActive: ofEachUser(fc.boolean()),
  pods: fc.array(
    fc.record({
      project,
      members: ofEachUser(oneIn(3, fc.constantFrom(...POD_ROLES))),
    }),
    { maxLength: 4 },
  ),
  tasks: fc.array(
    fc.record({ project, email: fc.option(fc.constantFrom(...EMAILS), { freq: 9 }) }),
    { maxLength: 8 },
  ),
  audited: fc.uniqueArray(fc.constantFrom(null, 0, ...PROJECTS)),
  stats: fc.array(
    fc.record({ project, isActive: fc.boolean(), audience: fc.constantFrom(...STAT_AUDIENCES) }),
    { maxLength: 6 },
  ),
});

/** Each user with the grants of the world, by project. */
export function callersIn(world: World, podRoles: PodRolePermissions): Caller[] {
  return USERS.map((userId, user) => {
    const grants = [0, ...PROJECTS].flatMap((projectId) => {
      const roleInProject = world.assigned[user]?.[projectId] ?? null;
      const rolesInPods = world.pods
        .filter((pod) => pod.project === projectId)
        .flatMap((pod) => pod.members[user] ?? []);
      if (roleInProject === null && rolesInPods.length === 0) return [];
      const held = [
        ...(roleInProject === null ? [] : (world.roles[roleInProject] ?? [])),
        ...rolesInPods.flatMap((podRole) => podRoles[podRole]),
      ];
      const permissions = [...new Set(held)].sort();
      return [{ project_id: projectId, project_name: '', permissions }];
    });
    return { userId, email: emailOf(userId), name: '', via: 'session' as const, grants };
  });
}

/** Inserts the rows that all worlds share. */
export async function insertUsersAndProjects(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO core.project (id, name, turing_project_id)
     SELECT id, 'P' || id, id * 10 FROM unnest($1::integer[]) AS id`,
    [PROJECTS],
  );
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name)
     SELECT id, 1, 'Batch' FROM unnest($1::integer[]) AS id`,
    [PROJECTS],
  );
  await db.query(
    `INSERT INTO core.app_user (id, email, name)
     SELECT id, 'user' || id || '@example.com', '' FROM unnest($1::integer[]) AS id`,
    [USERS],
  );
  await db.query(
    `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
     SELECT gen_random_uuid(), id, 'f', 'k', repeat('0', 64), 1 FROM unnest($1::integer[]) AS id`,
    [USERS],
  );
  await db.query('DELETE FROM core.audit');
}

/** Runs in a transaction and ends with exact read models. */
export async function insertWorld(db: Queryable, world: World): Promise<void> {
  await db.query(insertRoles, [JSON.stringify(world)]);
  await db.query(insertMembers, [JSON.stringify(world)]);
  await db.query('SET CONSTRAINTS ALL IMMEDIATE');
  await db.query('DELETE FROM core.audit');
  await db.query(
    'INSERT INTO core.audit (action, entity, entity_id, project_id, group_id, actor_id) SELECT $1, entity, $1, id, 0, $4 FROM unnest($2::integer[]) AS id, unnest($3::text[]) AS entity',
    ['x', world.audited, AUDITED, AUDITED_BY],
  );
}

/** JSON arrays start at 0, WITH ORDINALITY at 1. */
const insertRoles = `
WITH world AS (SELECT $1::jsonb AS of),
role AS (
  INSERT INTO core.role (id, name)
  SELECT 1000 + ordinality - 1, 'random ' || ordinality
  FROM world, jsonb_array_elements(of -> 'roles') WITH ORDINALITY
),
pod AS (
  INSERT INTO core.pod (name, project_id)
  SELECT 'Pod ' || ordinality, (value ->> 'project')::integer
  FROM world, jsonb_array_elements(of -> 'pods') WITH ORDINALITY
),
task AS (
  INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status)
  SELECT ordinality, (value ->> 'project')::integer, 1, value ->> 'email', 'completed'
  FROM world, jsonb_array_elements(of -> 'tasks') WITH ORDINALITY
),
stat AS (
  INSERT INTO core.custom_stat
    (project_id, name, sql_query, supported_chart_types, default_chart_type, is_active,
     audience)
  SELECT (value ->> 'project')::integer, 'S' || ordinality, 'SELECT 1', '{table}', 'table',
    (value ->> 'isActive')::boolean, value ->> 'audience'
  FROM world, jsonb_array_elements(of -> 'stats') WITH ORDINALITY
)
UPDATE core.app_user SET is_active = (of -> 'isActive' ->> (id - 1))::boolean FROM world`;

const insertMembers = `
WITH world AS (SELECT $1::jsonb AS of),
held AS (
  INSERT INTO core.role_permission (role_id, permission_id)
  SELECT 1000 + ordinality - 1, permission.id
  FROM world, jsonb_array_elements(of -> 'roles') WITH ORDINALITY
  JOIN core.permission ON value ? permission.name
),
assigned AS (
  INSERT INTO core.user_role (user_id, project_id, role_id)
  SELECT of_user.ordinality, place.ordinality - 1, 1000 + place.value::integer
  FROM world, jsonb_array_elements(of -> 'assigned') WITH ORDINALITY AS of_user,
    jsonb_array_elements_text(of_user.value) WITH ORDINALITY AS place
  WHERE place.value IS NOT NULL
),
target AS (
  INSERT INTO core.pod_weekly_target
    (pod_name, user_email, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
  SELECT 'Pod ' || pod.ordinality, target.user_email, '2026-01-05', '2026-01-11', 1, 1
  FROM world, jsonb_array_elements(of -> 'pods') WITH ORDINALITY AS pod,
    LATERAL (
      SELECT NULL
      UNION ALL
      SELECT 'user' || member.ordinality || '@example.com'
      FROM jsonb_array_elements_text(pod.value -> 'members') WITH ORDINALITY AS member
      WHERE member.value IS NOT NULL
    ) AS target (user_email)
)
INSERT INTO core.pod_member (pod_name, user_email, role)
SELECT 'Pod ' || pod.ordinality, 'user' || member.ordinality || '@example.com', member.value
FROM world, jsonb_array_elements(of -> 'pods') WITH ORDINALITY AS pod,
  jsonb_array_elements_text(pod.value -> 'members') WITH ORDINALITY AS member
WHERE member.value IS NOT NULL`;
