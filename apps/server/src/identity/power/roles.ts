import type { Caller } from '@portal/domain/caller';
import { decideRoleAssignment } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { ProblemException } from '../../problems/problem.js';
import { permissionsOfRole, refuseBeyond } from './power.js';

const rolesSchema = z.array(z.object({ id: z.number(), name: z.string() }));
export type NamedRole = z.output<typeof rolesSchema>[number];

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

/** All roles, by name. Nobody changes them until the end of the transaction. */
export async function readRoles(tx: Transaction): Promise<NamedRole[]> {
  return rolesSchema.parse(
    await tx.query(sql`SELECT id, name FROM core.role ORDER BY name FOR SHARE`),
  );
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
