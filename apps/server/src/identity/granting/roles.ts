import type { Caller } from '@portal/domain/caller';
import { decideRoleAssignment } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import type { NamedRole } from '@portal/persistence/roles/assigned-roles';
import { permissionsOfRole } from '@portal/persistence/roles/role-permissions';
import { ProblemException } from '../../problems/problem.js';
import { refuseBeyond } from './refuse-beyond.js';

/** @throws {ProblemException} `not-found`, `forbidden` */
export function requireRoleAssignment(caller: Caller, projectId: number): void {
  switch (decideRoleAssignment(caller, projectId)) {
    case 'hidden':
      throw new ProblemException('not-found', 'There is no such project');
    case 'forbidden':
      throw new ProblemException('forbidden', 'You do not manage the roles of this project');
    case 'granted':
  }
}

/** @throws {ProblemException} `forbidden` for a role with more permissions than the caller has */
export async function refuseRoleBeyond(
  tx: Transaction,
  caller: Caller,
  role: NamedRole,
  projectId: number,
  pointer?: string,
): Promise<void> {
  const permissions = await permissionsOfRole(tx, role.id);
  refuseBeyond(caller, [{ project_id: projectId, permissions }], pointer);
}
