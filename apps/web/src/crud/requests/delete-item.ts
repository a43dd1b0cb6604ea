import type { CrudItem, CrudMeta } from '@portal/contracts/crud';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../session/api';
import { keyOf } from '../fields/field-rules';
import { crudKeys } from './crud-keys';

export function useDeleteItem(meta: CrudMeta) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (item: CrudItem) =>
      api.send(`${meta.base}${keyOf(meta, item)}`, { method: 'DELETE' }),
    meta: { failed: 'Error deleting item', succeeded: 'Item deleted successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: crudKeys.base(meta.base) }),
  });
}
