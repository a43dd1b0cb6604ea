import { projectAuthSchema } from '@portal/contracts/auth';
import { ALL_PROJECTS_ID, PERMISSIONS } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { grantsBeyond, type Power } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import type { Row } from '../../db/row.js';
import { ProblemException } from '../../problems/problem.js';

/**
 * Refuses to give or take permissions that the caller does not have in their project. Giving and
 * taking need the same.
 * @param pointer the field of the request that gives or takes them
 * @throws {ProblemException} `forbidden`, with what is missing
 */
export function refuseBeyond(caller: Caller, powers: readonly NamedPower[], pointer = ''): void {
  const beyond = grantsBeyond(caller, powers);
  if (beyond.length === 0) return;
  const missing = beyond.map(
    (power) => `${[...new Set(power.permissions)].join(', ')} in ${placeOf(power)}`,
  );
  throw new ProblemException(
    'forbidden',
    `You cannot give or take permissions that you do not have: ${missing.join('; ')}`,
    [{ pointer, detail: `needs permissions that you do not have: ${missing.join('; ')}` }],
  );
}

/** Permissions in a project, whose name the caller may know. */
export type NamedPower = Power & { readonly project_name?: string };

function placeOf({ project_id, project_name }: NamedPower): string {
  if (project_id === ALL_PROJECTS_ID) return 'all projects';
  return project_name === undefined ? 'this project' : `the project ${project_name}`;
}

/** The permissions of a role. */
export async function permissionsOfRole(tx: Transaction, roleId: unknown): Promise<string[]> {
  return namesIn(await tx.query(selectOfRole, [roleId]));
}

/** @throws {ProblemException} `forbidden` if the pod role gives permissions beyond the caller's */
export async function refusePodRoleBeyond(
  tx: Transaction,
  caller: Caller,
  podName: unknown,
  podRole: unknown,
): Promise<void> {
  const rows: unknown = await tx.query(selectOfPodRole, [podName, podRole]);
  refuseBeyond(caller, powersSchema.parse(rows), '/role');
}

/**
 * For a deleted or moved pod, whose members lose and get their permissions.
 * @param projectIds where they lose or get them
 * @throws {ProblemException} `forbidden`
 */
export async function refusePodBeyond(
  tx: Transaction,
  caller: Caller,
  podName: unknown,
  projectIds: readonly number[],
): Promise<void> {
  const permissions = namesIn(await tx.query(selectOfMembers, [podName]));
  const powers = projectIds.map((project_id) => ({ project_id, permissions }));
  refuseBeyond(caller, powers, '/project_id');
}

/**
 * No caller can lock out themselves, or switch a user with further permissions on or off.
 * @param change the new values; null for a deletion
 * @throws {ProblemException} `conflict`, `forbidden`
 */
export async function protectUser(
  tx: Transaction,
  caller: Caller,
  user: Row,
  change: Row | null,
): Promise<void> {
  if (change !== null && change['is_active'] === undefined) return;
  if (user['id'] === caller.userId) {
    const action = change === null ? 'delete' : 'deactivate';
    throw new ProblemException('conflict', `You cannot ${action} yourself`);
  }
  const rows: unknown = await tx.query(selectOfUser, [user['id']]);
  refuseBeyond(caller, powersSchema.parse(rows));
}

/**
 * Other programs read permissions by name, and so does the portal those of `PERMISSIONS`. One that no
 * role has gives nothing, so renaming and deleting it takes nothing from anybody.
 * @param change the new values; null for a deletion
 * @throws {ProblemException} `conflict`
 */
export async function protectPermission(
  tx: Transaction,
  { id, name }: Row,
  change: Row | null,
): Promise<void> {
  if (change !== null && (change['name'] ?? name) === name) return;
  if (PERMISSIONS.some((shipped) => shipped === name)) {
    throw new ProblemException(
      'conflict',
      'The portal checks this permission itself, so it cannot be renamed or deleted',
    );
  }
  const roles = namesIn(await tx.query(selectRolesWith, [id]));
  if (roles.length === 0) return;
  throw new ProblemException(
    'conflict',
    `Roles have this permission; take it from them first: ${roles.join(', ')}`,
  );
}

const powersSchema = z.array(projectAuthSchema);
const namesSchema = z.array(z.object({ name: z.string() }));

function namesIn(rows: unknown): string[] {
  return namesSchema.parse(rows).map(({ name }) => name);
}

const selectOfRole = sql`
SELECT permission.name
FROM core.role_permission AS held JOIN core.permission ON permission.id = held.permission_id
WHERE held.role_id = $1
ORDER BY permission.name`;

const selectRolesWith = sql`
SELECT role.name
FROM core.role_permission AS held JOIN core.role ON role.id = held.role_id
WHERE held.permission_id = $1
ORDER BY role.name
LIMIT 20`;

const selectOfMembers = sql`
SELECT DISTINCT permission.name
FROM core.pod_member AS member
JOIN core.role ON role.name = core.pod_role_name(member.role)
JOIN core.role_permission AS held ON held.role_id = role.id
JOIN core.permission ON permission.id = held.permission_id
WHERE member.pod_name = $1
ORDER BY permission.name`;

const selectOfPodRole = sql`
SELECT project.id AS project_id, project.name AS project_name, ARRAY(
  SELECT permission.name
  FROM core.role
  JOIN core.role_permission AS held ON held.role_id = role.id
  JOIN core.permission ON permission.id = held.permission_id
  WHERE role.name = core.pod_role_name($2)
  ORDER BY permission.name) AS permissions
FROM core.pod JOIN core.project ON project.id = pod.project_id
WHERE pod.name = $1`;

const selectOfUser = sql`
SELECT held.project_id, project.name AS project_name, held.permissions
FROM core.user_grant AS held JOIN core.project ON project.id = held.project_id
WHERE held.user_id = $1
ORDER BY held.project_id`;
