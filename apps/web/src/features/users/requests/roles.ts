import { roleListSchema } from '@portal/contracts/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { crudKeys } from '../../../crud/requests/crud-keys';
import { api } from '../../../session/api';

/** Maximum number of roles that are offered. */
const MAX_ROLES = 100;

/** All roles with their permissions, by name. */
export function useRoles() {
  return useQuery(rolesOptions());
}

function rolesOptions() {
  return queryOptions({
    // A change in the list of roles invalidates it.
    meta: { reads: ['role', 'role_permission'] },
    queryKey: [...crudKeys.base('/auth/roles/'), 'choices'],
    queryFn: async ({ signal }) => {
      const query = { size: MAX_ROLES };
      return (await api.call('/auth/roles/', roleListSchema, { query, signal })).items;
    },
  });
}
