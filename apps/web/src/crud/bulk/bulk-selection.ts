import type { CrudMeta } from '@portal/contracts/crud';
import { formatCount } from '../../lib/format';
import type { Condition } from '../filters/conditions';
import { filtersObject } from '../filters/conditions';

/** The items of a bulk request: the ticked ones, or all that search and filters find. */
export type BulkSelection =
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | {
      readonly by: 'filters';
      readonly filters: readonly Condition[];
      readonly search: string;
      /** Number of items as the list knows it. */
      readonly total: number;
      readonly estimated: boolean;
    };

/** What happens to the items: the new values of fields, or null to delete them. */
export type BulkChange = Readonly<Record<string, unknown>> | null;

/** The body of a bulk request. */
export function bulkBody(selection: BulkSelection, change: BulkChange): Record<string, unknown> {
  return {
    ...(selection.by === 'ids'
      ? { ids: selection.ids }
      : {
          filters: filtersObject(selection.filters),
          ...(selection.search !== '' && { search: selection.search }),
        }),
    ...(change === null ? { delete: true } : { change }),
  };
}

/** The selected items in words: '3 pods', 'about 57,000 tasks'. */
export function selectionText(meta: CrudMeta, selection: BulkSelection): string {
  if (selection.by === 'ids') return countText(meta, selection.ids.length);
  return `${selection.estimated ? 'about ' : ''}${countText(meta, selection.total)}`;
}

/** A number of items: '1 pod', '57 pods'. */
export function countText({ label, label_plural }: CrudMeta, count: number): string {
  return `${formatCount(count)} ${(count === 1 ? label : label_plural).toLowerCase()}`;
}
