import type { ListMeta } from '@portal/contracts/lists';
import { formFields } from '../fields/field-rules';

/** What the metadata allows with several items together. */
export function bulkOperations(meta: ListMeta) {
  const canEdit = meta.operations.includes('update') && formFields(meta, 'edit').length > 0;
  const canDelete = meta.operations.includes('delete');
  return { canEdit, canDelete, canSelect: canEdit || canDelete };
}
