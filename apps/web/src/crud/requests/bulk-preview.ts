import { crudItemSchema, type CrudMeta } from '@portal/contracts/crud';
import { crudBulkResultSchema } from '@portal/contracts/crud-bulk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';
import { bulkBody, type BulkChange, type BulkSelection } from '../bulk/bulk-selection';
import { crudKeys } from './crud-keys';

export const bulkResultSchema = crudBulkResultSchema(crudItemSchema);

/** What a bulk change would do: the server makes it and rolls it back. */
export function useBulkPreview({ base }: CrudMeta, selection: BulkSelection, change: BulkChange) {
  const body = { ...bulkBody(selection, change), dry_run: true };
  return useQuery({
    queryKey: crudKeys.bulk(base, body),
    queryFn: ({ signal }) =>
      api.call(`${base}bulk`, bulkResultSchema, { method: 'POST', body, signal }),
    // Each preview is current, and changes only when the user asks for it.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
}
