import type { CrudItem, CrudMeta } from '@portal/contracts/crud';
import { lazy, Suspense } from 'react';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog';
import { itemName } from './fields/field-rules';
import { useDeleteItem } from './requests/delete-item';

/** The open dialog of a list. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly item: CrudItem }
  | { readonly kind: 'delete'; readonly item: CrudItem };

const ItemDialog = lazy(() => import('./form/item-dialog'));

interface CrudDialogsProps {
  meta: CrudMeta;
  open: OpenDialog | undefined;
  /** Fields with these values are sent and not shown. */
  fixed?: Readonly<Record<string, string | number>>;
  onClose: () => void;
}

/** The dialogs of a list. They load when they open. */
export function CrudDialogs({ meta, open, fixed, onClose }: CrudDialogsProps) {
  const remove = useDeleteItem(meta);
  if (!open) return null;
  if (open.kind === 'delete') {
    const name = itemName(meta, open.item);
    return (
      <ConfirmDialog
        title={`Delete this ${meta.label.toLowerCase()}?`}
        text={`'${name}' is deleted for all users.`}
        confirm="Delete"
        cancel="Cancel"
        onConfirm={() => {
          remove.mutate(open.item);
          onClose();
        }}
        onCancel={onClose}
      />
    );
  }
  const item = open.kind === 'edit' ? open.item : undefined;
  return (
    <Suspense>
      <ItemDialog {...{ meta, item, onClose }} {...(fixed && { fixed })} />
    </Suspense>
  );
}
