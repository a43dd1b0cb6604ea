import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import {
  giveRole,
  readRoles,
  roleNameIn,
  takeRole,
} from '@portal/persistence/roles/assigned-roles';
import type { Row } from '../../db/row.js';
import { ProblemException } from '../../problems/problem.js';
import { refuseRoleBeyond, requireRoleAssignment } from './roles.js';

/** SQL of the name of the role that a user has in all projects. */
export function globalRoleOf(user: string): string {
  return roleNameIn(user, ALL_PROJECTS_ID);
}

/**
 * A role in all projects is given and taken by callers who manage roles there and have all of its
 * permissions.
 * @throws {ProblemException} `forbidden`, `not-found`, `invalid-input` for an unknown role
 */
export async function admitGlobalRole(
  caller: Caller,
  { global_role: wanted }: Row,
  stored: Row | null,
  tx: Transaction,
): Promise<void> {
  const held = stored?.['global_role'] ?? null;
  if (wanted === undefined || wanted === held) return;
  requireRoleAssignment(caller, ALL_PROJECTS_ID);
  const roles = await readRoles(tx);
  if (wanted !== null && !roles.some(({ name }) => name === wanted)) {
    const item = { pointer: '/global_role', detail: 'is not the name of a role' };
    throw new ProblemException('invalid-input', 'There is no such role', [item]);
  }
  for (const role of roles.filter(({ name }) => name === wanted || name === held)) {
    await refuseRoleBeyond(tx, caller, role, ALL_PROJECTS_ID, '/global_role');
  }
}

/** Gives the user the role in all projects, or takes it for null. */
export async function writeGlobalRole(
  tx: Transaction,
  userId: number,
  role: unknown,
): Promise<void> {
  const target = { userId, projectId: ALL_PROJECTS_ID };
  if (role === null) return takeRole(tx, target);
  const found = (await readRoles(tx)).find(({ name }) => name === role);
  if (found) await giveRole(tx, { ...target, roleId: found.id });
}
