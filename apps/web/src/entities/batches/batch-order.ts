import type { Batch } from '@portal/contracts/dashboard';
import { searchText } from '@portal/domain/search-text';
import { NAME_ORDER } from '../../lib/words';

export const BATCH_SORTS = ['newest', 'name', 'progress', 'updated'] as const;
export type BatchSort = (typeof BATCH_SORTS)[number];

/** Batches whose name or id contains the text, in the requested order; newest first by default. */
export function arrangeBatches(
  batches: readonly Batch[],
  sort: BatchSort,
  search: string,
): Batch[] {
  const wanted = searchText(search.trim());
  const found = batches.filter(
    (batch) =>
      searchText(batch.name).includes(wanted) || String(batch.turing_batch_id).includes(wanted),
  );
  switch (sort) {
    case 'newest':
      return found;
    case 'name':
      return found.sort((a, b) => NAME_ORDER.compare(a.name, b.name));
    case 'progress':
      return found.sort((a, b) => b.completion_rate - a.completion_rate);
    case 'updated':
      return found.sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
  }
}
