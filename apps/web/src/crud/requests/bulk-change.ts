import type { CrudMeta } from '@portal/contracts/crud';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../session/api';
import { bulkBody, type BulkChange, type BulkSelection } from '../bulk/bulk-selection';
import { bulkResultSchema } from './bulk-preview';
import { crudKeys } from './crud-keys';

/**
 * Changes or deletes the selected items together. With filters the server refuses if they find
 * another number of items than the preview. The dialog shows a failure with the refused items.
 */
export function useBulkChange({ base }: CrudMeta, selection: BulkSelection, change: BulkChange) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (previewed: number) => {
      const expected = selection.by === 'filters' && { expected_count: previewed };
      const body = { ...bulkBody(selection, change), ...expected };
      return api.call(`${base}bulk`, bulkResultSchema, { method: 'POST', body });
    },
    meta: {
      succeeded: change === null ? 'Items deleted successfully' : 'Items updated successfully',
    },
    onSuccess: () => client.invalidateQueries({ queryKey: crudKeys.base(base) }),
  });
}
