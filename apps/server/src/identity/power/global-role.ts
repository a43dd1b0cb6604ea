import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import type { Row } from '../../db/row.js';
import { ProblemException } from '../../problems/problem.js';
import { readRoles, refuseRoleBeyond, requireRoleAssignment } from './roles.js';

/** SQL of the name of the role that a user has in all projects. */
export function globalRoleOf(user: string): string {
  return sql`
    (SELECT role.name
     FROM core.user_role AS assigned
     JOIN core.role ON role.id = assigned.role_id
     WHERE assigned.user_id = ${user}.id AND assigned.project_id = ${ALL_PROJECTS_ID})`;
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
  if (role === null) await tx.query(remove, [userId, ALL_PROJECTS_ID]);
  else await tx.query(give, [userId, ALL_PROJECTS_ID, role]);
}

const remove = sql`DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2`;

const give = sql`
INSERT INTO core.user_role AS assigned (user_id, project_id, role_id)
SELECT $1, $2, id FROM core.role WHERE name = $3
ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id
WHERE assigned.role_id <> excluded.role_id`;
