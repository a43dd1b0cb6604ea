import { type CrudItem, crudItemSchema, type CrudMeta } from '@portal/contracts/crud';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../forms/conflict';
import { api } from '../../session/api';
import { keyOf } from '../fields/field-rules';
import { crudKeys } from './crud-keys';

/**
 * Changes fields of an item; the body has its key, too. Refused if the item has changed since it was
 * read; the form shows that.
 */
export function useUpdateItem(meta: CrudMeta) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<CrudItem>) =>
      api.call(`${meta.base}${keyOf(meta, before)}`, crudItemSchema, {
        method: 'PATCH',
        body: { [meta.primary_key]: before[meta.primary_key], ...change },
        headers: { 'if-match': `"${before.version}"` },
      }),
    meta: { succeeded: 'Item updated successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: crudKeys.base(meta.base) }),
  });
}
