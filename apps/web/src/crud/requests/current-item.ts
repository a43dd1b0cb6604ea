import type { CrudItem, CrudMeta } from '@portal/contracts/crud';
import { ApiError } from '../../lib/api-error';
import { keyOf } from '../fields/field-rules';
import { fetchItems } from './items';

/** The item as the list has it now. Every list can be filtered by its key. */
export async function fetchCurrent(meta: CrudMeta, item: CrudItem): Promise<CrudItem> {
  const filters = JSON.stringify({ [meta.primary_key]: { eq: Number(keyOf(meta, item)) } });
  const { items } = await fetchItems(meta.base, { page: 1, size: 1, filters });
  const [current] = items;
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return current;
}
