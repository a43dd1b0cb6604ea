import {
  type CrudItem,
  crudItemSchema,
  type CrudMeta,
  type FieldMeta,
} from '@portal/contracts/crud';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';
import { keyOf, lacksDetails } from '../fields/field-rules';
import { crudKeys } from './crud-keys';

/**
 * The item of a list with all fields of a form. It is fetched if the list leaves some of them out.
 */
export function useWholeItem(meta: CrudMeta, fields: readonly FieldMeta[], item?: CrudItem) {
  const isPartial = item !== undefined && lacksDetails(fields, item);
  const key = item ? keyOf(meta, item) : '';
  const query = useQuery({
    queryKey: [...crudKeys.base(meta.base), 'item', key],
    queryFn: ({ signal }) => api.call(`${meta.base}${key}`, crudItemSchema, { signal }),
    enabled: isPartial,
    // A form starts with the current values.
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  return isPartial ? query : { data: item, error: null, refetch: query.refetch };
}
