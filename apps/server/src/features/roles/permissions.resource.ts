import { permissionSchema } from '@portal/contracts/permissions';
import { permissionInputSchema } from '@portal/contracts/roles';
import { Permission } from '@portal/persistence/entities/permission';
import { RECORD_POLICIES } from '@portal/persistence/visibility/records';
import type { Resource } from '../../crud/resource.js';
import type { Row } from '../../crud/row.js';
import { ProblemException } from '../../problems/problem.js';

export const PERMISSIONS_LIST: Resource = {
  base: 'auth/permissions',
  label: 'Permission',
  labelPlural: 'Permissions',
  entity: Permission,
  input: permissionInputSchema,
  fields: {
    name: { searchable: true, createOnly: true },
    description: { searchable: true },
  },
  defaultSort: { by: 'name', order: 'asc' },
  policy: RECORD_POLICIES.roles,
  rules: { beforeDelete: refuseKnown },
  notOffered: ['create', 'delete'],
};

/** The code refers to permissions by name; only one that it no longer uses can be deleted. */
function refuseKnown({ name }: Row): void {
  if (!permissionSchema.safeParse(name).success) return;
  throw new ProblemException(
    'conflict',
    'The portal uses this permission; remove it from roles instead',
  );
}
