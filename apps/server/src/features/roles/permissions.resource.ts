import { PERMISSIONS } from '@portal/contracts/permissions';
import { permissionInputSchema } from '@portal/contracts/roles';
import { Permission } from '@portal/persistence/entities/permission';
import { RECORD_POLICIES } from '@portal/persistence/visibility/records';
import type { Resource } from '../../lists/declare/resource.js';
import { protectPermission } from '../../identity/power/power.js';

const SHIPPED = PERMISSIONS.map((name) => `'${name}'`).join(', ');

export const PERMISSIONS_LIST: Resource = {
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
  policy: RECORD_POLICIES.roles,
  rules: { protect: (tx, _caller, stored, change) => protectPermission(tx, stored, change) },
};
