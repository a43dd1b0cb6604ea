import type { CrudMeta } from '@portal/contracts/crud';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { itemName, keyOf } from '../fields/field-rules';
import { crudKeys } from './crud-keys';
import { fetchItems } from './items';

/** The names of items of a list, by key. Every list can be filtered by its key. */
export function useItemNames(meta: CrudMeta, keys: readonly string[]) {
  return useQuery({ ...namesOptions(meta, [...new Set(keys)]), enabled: keys.length > 0 }).data;
}

function namesOptions(meta: CrudMeta, keys: readonly string[]) {
  return queryOptions({
    queryKey: [...crudKeys.base(meta.base), 'names', keys],
    queryFn: async ({ signal }) => {
      const filters = JSON.stringify({ [meta.primary_key]: { in: keys.map(Number) } });
      const { items } = await fetchItems(
        meta.base,
        { page: 1, size: keys.length, filters },
        signal,
      );
      return new Map(items.map((item) => [keyOf(meta, item), itemName(meta, item)]));
    },
  });
}
