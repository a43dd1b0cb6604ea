import { ALL_PROJECTS_ID, PERMISSIONS } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { grantsBeyond, type ProjectGrant } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import {
  grantsOfPodRole,
  grantsOfUser,
  permissionsOfMembers,
  rolesWith,
} from '@portal/persistence/roles/role-permissions';
import type { Row } from '../../db/row.js';
import { ProblemException } from '../../problems/problem.js';

/**
 * Refuses to give or take permissions that the caller does not have in their project. Giving and
 * taking need the same.
 * @param pointer the field of the request that gives or takes them
 * @throws {ProblemException} `forbidden`, with what is missing
 */
export function refuseBeyond(caller: Caller, grants: readonly NamedGrant[], pointer = ''): void {
  const beyond = grantsBeyond(caller, grants);
  if (beyond.length === 0) return;
  const missing = beyond.map(
    (grant) => `${[...new Set(grant.permissions)].join(', ')} in ${placeOf(grant)}`,
  );
  throw new ProblemException(
    'forbidden',
    `You cannot give or take permissions that you do not have: ${missing.join('; ')}`,
    [{ pointer, detail: `needs permissions that you do not have: ${missing.join('; ')}` }],
  );
}

/** Permissions in a project, whose name the caller may know. */
export type NamedGrant = ProjectGrant & { readonly project_name?: string };

function placeOf({ project_id, project_name }: NamedGrant): string {
  if (project_id === ALL_PROJECTS_ID) return 'all projects';
  return project_name === undefined ? 'this project' : `the project ${project_name}`;
}

/** @throws {ProblemException} `forbidden` if the pod role gives permissions beyond the caller's */
export async function refusePodRoleBeyond(
  tx: Transaction,
  caller: Caller,
  podName: unknown,
  podRole: unknown,
): Promise<void> {
  refuseBeyond(caller, await grantsOfPodRole(tx, podName, podRole), '/role');
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
  const permissions = await permissionsOfMembers(tx, podName);
  const grants = projectIds.map((project_id) => ({ project_id, permissions }));
  refuseBeyond(caller, grants, '/project_id');
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
  refuseBeyond(caller, await grantsOfUser(tx, user['id']));
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
  const roles = await rolesWith(tx, id);
  if (roles.length === 0) return;
  throw new ProblemException(
    'conflict',
    `Roles have this permission; take it from them first: ${roles.join(', ')}`,
  );
}
