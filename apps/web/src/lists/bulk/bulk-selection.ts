import type { ListMeta } from '@portal/contracts/lists';
import type { ListBulkResult } from '@portal/contracts/list-bulk';
import { formatCount, formatTotal } from '../../lib/format';
import type { Condition } from '../filters/conditions';
import { filtersObject } from '../filters/conditions';

/** The items of a bulk request: the ticked ones, or all that search and filters find. */
export type BulkSelection =
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | {
      readonly by: 'filters';
      readonly filters: readonly Condition[];
      readonly search: string;
      /** Ids of items that are found but left out. */
      readonly exclude: readonly number[];
      /** Number of items as the list knows it, with those left out. */
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
          ...(selection.exclude.length > 0 && { exclude: selection.exclude }),
        }),
    ...(change === null ? { delete: true } : { change }),
  };
}

/** The selected items in words: '3 pods', 'about 57,000 tasks'. */
export function selectionText(meta: ListMeta, selection: BulkSelection): string {
  if (selection.by === 'ids') return countText(meta, selection.ids.length);
  const { estimated, total, exclude } = selection;
  const count = total - exclude.length;
  return `${formatTotal(count, estimated)} ${nounOf(meta, count)}`;
}

/** The selection without the items; null if none remain. */
export function without(selection: BulkSelection, items: readonly number[]): BulkSelection | null {
  if (selection.by === 'ids') {
    const ids = selection.ids.filter((id) => !items.includes(id));
    return ids.length > 0 ? { by: 'ids', ids } : null;
  }
  const exclude = [...selection.exclude, ...items];
  return exclude.length < selection.total ? { ...selection, exclude } : null;
}

/**
 * ' This also deletes 4 pod members and 1 API token. This cannot be undone.'; empty if neither is so.
 */
export function consequences({ also_deleted: others, undoable }: ListBulkResult): string {
  const texts = others.map(({ label, count }) => `${formatCount(count)} ${label}`);
  const list = new Intl.ListFormat('en-US').format(texts);
  return `${list && ` This also deletes ${list}.`}${undoable ? '' : ' This cannot be undone.'}`;
}

/** A number of items: '1 pod', '57 pods'. */
export function countText(meta: ListMeta, count: number): string {
  return `${formatCount(count)} ${nounOf(meta, count)}`;
}

function nounOf({ label, label_plural }: ListMeta, count: number): string {
  return (count === 1 ? label : label_plural).toLowerCase();
}
