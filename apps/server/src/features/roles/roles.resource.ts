import { ALL_PROJECTS_ID, permissionNameSchema } from '@portal/contracts/permissions';
import { roleInputSchema, ROLES_OF_PODS } from '@portal/contracts/roles';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { Role } from '@portal/persistence/entities/role';
import { sql } from '@portal/persistence/sql';
import { RECORD_POLICIES } from '@portal/persistence/visibility/records';
import { z } from 'zod';
import type { Resource } from '../../lists/declare/resource.js';
import type { Row } from '../../db/row.js';
import { invalidBody } from '../../lists/shared/refusals.js';
import { ProblemException } from '../../problems/problem.js';
import { refuseBeyond } from '../../identity/power/power.js';

export const ROLES: Resource = {
  base: 'auth/roles',
  label: 'Role',
  labelPlural: 'Roles',
  entity: Role,
  input: roleInputSchema,
  fields: { name: { searchable: true }, description: { searchable: true } },
  derived: {
    permissions: {
      type: 'list',
      sql: permissionsOf,
      write: writePermissions,
      references: { base: 'auth/permissions', field: 'name', labelField: 'name' },
    },
  },
  defaultSort: { by: 'name', order: 'asc' },
  policy: RECORD_POLICIES.roles,
  alsoReads: ['role_permission', 'user_role'],
  rules: { admit, protect, beforeDelete: refusePodRole },
};

async function admit(
  caller: Caller,
  values: Row,
  stored: Row | null,
  tx: Transaction,
): Promise<void> {
  await refuseUnknown(tx, permissionsIn(values));
  if (!stored) refuseRoleBeyond(caller, permissionsIn(values));
  const isRenamed = values['name'] !== undefined && values['name'] !== stored?.['name'];
  if (!stored || !isRenamed) return;
  refusePodRole(stored);
  refusePodRole(values);
}

/** Replacing the role behind a pod role would give its holders any permission. */
function refusePodRole({ name }: Row): void {
  if (!ROLES_OF_PODS.some((role) => role === name)) return;
  throw new ProblemException(
    'conflict',
    'Pods use this role by name. It cannot be renamed or deleted; its permissions can change.',
  );
}

const permissionsSchema = z.object({ permissions: z.array(permissionNameSchema).default([]) });

/** Permissions that exist stay until the end of the transaction. */
async function refuseUnknown(tx: Transaction, permissions: readonly string[]): Promise<void> {
  const rows: unknown = await tx.query(
    sql`SELECT name FROM core.permission WHERE name = ANY ($1) ORDER BY id FOR KEY SHARE`,
    [permissions],
  );
  const known = z.array(z.object({ name: z.string() })).parse(rows);
  const unknown = permissions.filter((one) => !known.some(({ name }) => name === one));
  if (unknown.length === 0) return;
  throw invalidBody([
    { pointer: '/permissions', detail: `has unknown permissions: ${unknown.join(', ')}` },
  ]);
}

/** A role can be assigned in every project. */
function refuseRoleBeyond(caller: Caller, permissions: readonly string[]): void {
  refuseBeyond(
    caller,
    [{ project_id: ALL_PROJECTS_ID, permissions: [...permissions] }],
    '/permissions',
  );
}

/** A new name or a deletion affects all permissions of the role, other changes those that differ. */
function protect(_tx: Transaction, caller: Caller, stored: Row, change: Row | null): void {
  const before = permissionsIn(stored);
  const after = change?.['permissions'] === undefined ? before : permissionsIn(change);
  const isWhole = change === null || change['name'] !== undefined;
  const touched = [...new Set([...before, ...after])].filter(
    (one) => isWhole || before.includes(one) !== after.includes(one),
  );
  refuseRoleBeyond(caller, touched);
}

function permissionsIn(row: Row): readonly string[] {
  return permissionsSchema.parse(row).permissions;
}

function permissionsOf(role: string): string {
  return sql`
    coalesce((
      SELECT array_agg(permission.name ORDER BY permission.name COLLATE "C")
      FROM core.role_permission AS held
      JOIN core.permission ON permission.id = held.permission_id
      WHERE held.role_id = ${role}.id), '{}')`;
}

/** Deletes and inserts only the difference, so that only that is recorded and announced. */
async function writePermissions(
  tx: Transaction,
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
