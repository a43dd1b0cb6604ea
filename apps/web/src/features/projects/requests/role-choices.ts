import { roleListSchema } from '@portal/contracts/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { crudKeys } from '../../../crud/requests/crud-keys';
import { api } from '../../../session/api';

const MAX_ROLES = 100;

/** The roles with their permissions, by name. */
export function useRoleChoices() {
  return useQuery(roleChoicesOptions());
}

function roleChoicesOptions() {
  return queryOptions({
    queryKey: [...crudKeys.base('/auth/roles/'), 'choices'],
    queryFn: async ({ signal }) => {
      const query = { size: MAX_ROLES };
      return (await api.call('/auth/roles/', roleListSchema, { query, signal })).items;
    },
  });
}
