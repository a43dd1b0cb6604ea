import { crudItemSchema } from '@portal/contracts/crud';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Fields } from '../../forms/conflict';
import { api } from '../../session/api';
import { crudKeys } from './crud-keys';

/** Creates an item. The form shows a failure, because the server names the fields. */
export function useCreateItem(base: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Fields) => api.call(base, crudItemSchema, { method: 'POST', body }),
    meta: { succeeded: 'Item created successfully' },
    onSuccess: () => client.invalidateQueries({ queryKey: crudKeys.base(base) }),
  });
}
