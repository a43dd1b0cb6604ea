import type { ListedItem, ItemList, ListMeta } from '@portal/contracts/lists';
import { useCallback, useMemo, useState } from 'react';
import { itemName, keyOf } from '../fields/field-rules';
import { filtersText } from '../filters/conditions';
import type { ListState } from '../list-state';
import type { Selection } from '../../tables/table-props';
import type { BulkSelection } from './bulk-selection';

export interface RowSelection {
  /** The checkboxes of the table. */
  readonly boxes: Selection<ListedItem>;
  /** What is selected; null if nothing is. */
  readonly selection: BulkSelection | null;
  /** Selects all items that search and filters find. */
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface Stored {
  readonly scope: string;
  readonly keys: ReadonlySet<string>;
  readonly all: boolean;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * The selected rows of a list. They stay selected on other pages and in another order, until search
 * or filters change.
 */
export function useRowSelection(meta: ListMeta, state: ListState, list?: ItemList): RowSelection {
  const scope = `${state.search} ${filtersText(state.filters)}`;
  const [stored, setStored] = useState<Stored>({ scope, keys: NO_KEYS, all: false });
  const { keys, all } = stored.scope === scope ? stored : { keys: NO_KEYS, all: false };
  const store = (next: Omit<Stored, 'scope'>) => setStored({ scope, ...next });
  const selected = useMemo(
    () => (all ? new Set(list?.items.map((item) => keyOf(meta, item))) : keys),
    [all, keys, list, meta],
  );

  const rowLabel = useCallback((item: ListedItem) => itemName(meta, item), [meta]);

  return {
    boxes: {
      selected,
      // Without one row of the page, the rows of the page stay selected and not the whole list.
      onSelect: (next) => store({ keys: next, all: false }),
      rowLabel,
    },
    selection: selectionOf(selected, all, state, list),
    selectAll: () => store({ keys: NO_KEYS, all: true }),
    clear: () => store({ keys: NO_KEYS, all: false }),
  };
}

function selectionOf(
  keys: ReadonlySet<string>,
  all: boolean,
  { filters, search }: ListState,
  list?: ItemList,
): BulkSelection | null {
  if (all && list) {
    const { total, total_is_estimate: estimated } = list;
    return { by: 'filters', filters, search, exclude: [], total, estimated };
  }
  return keys.size === 0 ? null : { by: 'ids', ids: [...keys].map(Number) };
}
