import { roleListSchema } from '@portal/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { listKeys } from '../../lists/keys';
import { api } from '../../session/api';

const ROLES = '/auth/roles/';
/** Maximum number of roles that are offered. */
const MAX_ROLES = 100;

/** All roles with their permissions, by name. */
export function useRoles() {
  return useQuery({
    meta: { reads: ['role', 'role_permission', 'permission'] },
    // A change in the list of roles invalidates it.
    queryKey: [...listKeys.base(ROLES), 'choices'],
    ...api.read(ROLES, roleListSchema, { size: MAX_ROLES }),
    select: ({ items }) => items,
  });
}
