import { ALL_PROJECTS_ID, permissionNameSchema } from '@portal/contracts/permissions';
import { roleInputSchema, ROLES_OF_PODS } from '@portal/contracts/roles';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { Role } from '@portal/persistence/entities/role';
import {
  holdPermissions,
  permissionNamesOf,
  replacePermissions,
} from '@portal/persistence/roles/role-permissions';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { z } from 'zod';
import type { DeclaredList } from '../../lists/declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { invalidBody } from '../../lists/shared/refusals.js';
import { ProblemException } from '../../problems/problem.js';
import { refuseBeyond } from '../../identity/granting/refuse-beyond.js';

export const ROLES: DeclaredList = {
  base: 'auth/roles',
  label: 'Role',
  labelPlural: 'Roles',
  entity: Role,
  input: roleInputSchema,
  fields: { name: { searchable: true }, description: { searchable: true } },
  derived: {
    permissions: {
      type: 'list',
      sql: permissionNamesOf,
      write: replacePermissions,
      references: { base: 'auth/permissions', field: 'name', labelField: 'name' },
    },
  },
  defaultSort: { by: 'name', order: 'asc' },
  policy: ITEM_POLICIES.roles,
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
  const known = await holdPermissions(tx, permissions);
  const unknown = permissions.filter((name) => !known.includes(name));
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
