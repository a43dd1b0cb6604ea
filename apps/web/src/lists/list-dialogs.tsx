import { lazyPart } from '../ui/lazy-part';

// The dialogs of a list. They load when they open.
export const DeleteDialog = lazyPart(() => import('./delete-dialog'));
export const ItemDialog = lazyPart(() => import('./form/item-dialog'));
