import { PERMISSIONS } from '@portal/contracts/permissions';
import { permissionListSchema } from '@portal/contracts/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { crudKeys } from '../../../crud/requests/crud-keys';
import { api } from '../../../session/api';

/** Maximum number of created permissions that are offered. */
const MAX_CREATED = 100;

/** The names of all permissions: those that the portal checks, then the created ones by name. */
export function usePermissionNames(): readonly string[] {
  const { data: created = [] } = useQuery(createdOptions());
  return [...PERMISSIONS, ...created];
}

function createdOptions() {
  return queryOptions({
    // A change in the list of permissions invalidates it.
    queryKey: [...crudKeys.base('/auth/permissions/'), 'created'],
    queryFn: async ({ signal }) => {
      const query = { size: MAX_CREATED, filters: JSON.stringify({ is_shipped: false }) };
      const { items } = await api.call('/auth/permissions/', permissionListSchema, {
        query,
        signal,
      });
      return items.map(({ name }) => name);
    },
  });
}
