import { PERMISSIONS } from '@portal/contracts/permissions';
import { permissionInputSchema } from '@portal/contracts/roles';
import { Permission } from '@portal/persistence/entities/permission';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import type { DeclaredList } from '../../lists/declare/declared-list.js';
import { protectPermission } from '../../identity/granting/refuse-beyond.js';

const SHIPPED = PERMISSIONS.map((name) => `'${name}'`).join(', ');

export const PERMISSIONS_LIST: DeclaredList = {
  base: 'auth/permissions',
  label: 'Permission',
  labelPlural: 'Permissions',
  entity: Permission,
  input: permissionInputSchema,
  fields: { name: { searchable: true }, description: { searchable: true } },
  derived: {
    is_shipped: {
      type: 'boolean',
      label: 'Checked by the portal',
      sql: (row) => `(${row}.name IN (${SHIPPED}))`,
    },
  },
  defaultSort: { by: 'name', order: 'asc' },
  policy: ITEM_POLICIES.roles,
  rules: { protect: (tx, _caller, stored, change) => protectPermission(tx, stored, change) },
};
