import { ALL_PROJECTS_ID, permissionSchema } from '@portal/contracts/permissions';
import { roleInputSchema } from '@portal/contracts/roles';
import type { Caller } from '@portal/domain/caller';
import { permissionsBeyond } from '@portal/domain/people';
import { Role } from '@portal/persistence/entities/role';
import { sql } from '@portal/persistence/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Resource, Values } from '../../crud/resource.js';
import { ProblemException } from '../../http/problem.js';
import { GLOBAL_RULES } from './global-rules.js';

export const ROLES: Resource = {
  base: 'auth/roles',
  label: 'Role',
  labelPlural: 'Roles',
  entity: Role,
  input: roleInputSchema,
  fields: { name: { searchable: true }, description: { searchable: true } },
  derived: { permissions: { type: 'list', sql: permissionsOf, write: writePermissions } },
  defaultSort: { by: 'name', order: 'asc' },
  policy: GLOBAL_RULES,
  rules: { admit: refuseBeyondOwn },
};

const permissionsSchema = z.object({ permissions: z.array(permissionSchema).default([]) });

/** Or whoever manages roles could give themselves everything. */
function refuseBeyondOwn(caller: Caller, values: Values, stored: Values | null): void {
  const before = permissionsSchema.parse(stored ?? {}).permissions;
  const added = permissionsSchema
    .parse(values)
    .permissions.filter((permission) => !before.includes(permission));
  const beyond = permissionsBeyond(caller, added, ALL_PROJECTS_ID);
  if (beyond.length === 0) return;
  throw new ProblemException('forbidden', 'You cannot give what you do not hold', [
    { pointer: '/permissions', detail: `you do not hold ${beyond.join(', ')} in all projects` },
  ]);
}

function permissionsOf(role: string): string {
  return sql`
    coalesce((
      SELECT array_agg(permission.name ORDER BY permission.name COLLATE "C")
      FROM core.role_permission AS held
      JOIN core.permission ON permission.id = held.permission_id
      WHERE held.role_id = ${role}.id), '{}')`;
}

/** Takes and gives what differs, so that no more is recorded or announced than that. */
async function writePermissions(
  tx: EntityManager,
  roleId: number,
  permissions: unknown,
): Promise<void> {
  await tx.query(
    sql`
      DELETE FROM core.role_permission AS held USING core.permission
      WHERE held.role_id = $1 AND permission.id = held.permission_id
        AND permission.name <> ALL ($2::text[])`,
    [roleId, permissions],
  );
  await tx.query(
    sql`
      INSERT INTO core.role_permission (role_id, permission_id)
      SELECT $1, id FROM core.permission WHERE name = ANY ($2::text[])
      ON CONFLICT DO NOTHING`,
    [roleId, permissions],
  );
}
