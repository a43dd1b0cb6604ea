import type { ListedItem, ListMeta } from '@portal/contracts/lists';
import type { ProblemItem } from '@portal/contracts/problem';
import { ApiError, isPassing } from '../lib/api-error';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog';
import { consequences } from './bulk/bulk-selection';
import { RefusalList } from './bulk/refusal-list';
import { itemName, keyOf } from './fields/field-rules';
import { useBulkPreview, useDeleteItem } from './api';

export interface DeleteDialogProps {
  meta: ListMeta;
  item: ListedItem;
  onClose: () => void;
}

/**
 * Asks before an item is deleted, and says what the server deletes with it and whether it
 * can be undone. The question does not
 * wait for that. Load it lazily.
 */
export default function DeleteDialog({ meta, item, onClose }: DeleteDialogProps) {
  const remove = useDeleteItem(meta);
  const preview = useBulkPreview(meta, { by: 'ids', ids: [Number(keyOf(meta, item))] }, null);
  const refusals = preview.data?.refusals ?? refusalsIn(preview.error);
  const name = itemName(meta, item);
  return (
    <ConfirmDialog
      title={`Delete this ${meta.label.toLowerCase()}?`}
      text={
        refusals.length > 0 ? (
          <RefusalList
            meta={meta}
            title={`'${name}' cannot be deleted.`}
            refusals={refusals.map(({ pointer, detail }) => ({ pointer, detail }))}
          />
        ) : (
          `'${name}' will be deleted.${preview.data ? consequences(preview.data) : ''}`
        )
      }
      confirm="Delete"
      disabled={refusals.length > 0}
      onConfirm={() => {
        remove.mutate(item);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** The reason why the server refuses the request, unless the reason may pass: that says nothing about the item. */
function refusalsIn(error: Error | null): readonly ProblemItem[] {
  if (!(error instanceof ApiError) || isPassing(error)) return [];
  return [403, 404, 409].includes(error.status) ? [{ pointer: '', detail: error.message }] : [];
}
