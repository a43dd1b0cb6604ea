import type { CrudItem, CrudMeta } from '@portal/contracts/crud';
import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part';

/** The open dialog of a list. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly item: CrudItem }
  | { readonly kind: 'delete'; readonly item: CrudItem };

const DeleteDialog = lazyPart(() => import('./delete-dialog'));
const ItemDialog = lazyPart(() => import('./form/item-dialog'));

interface CrudDialogsProps {
  meta: CrudMeta;
  open: OpenDialog | undefined;
  /** Fields with these values are sent and not shown. */
  fixed?: Readonly<Record<string, string | number>>;
  onClose: () => void;
}

/** The dialogs of a list. They load when they open. */
export function CrudDialogs({ meta, open, fixed, onClose }: CrudDialogsProps) {
  if (!open) return null;
  const item = open.kind === 'edit' ? open.item : undefined;
  return (
    <Suspense>
      {open.kind === 'delete' ? (
        <DeleteDialog {...{ meta, onClose }} item={open.item} />
      ) : (
        <ItemDialog {...{ meta, item, onClose }} {...(fixed && { fixed })} />
      )}
    </Suspense>
  );
}
