import {
  functionalUpdate,
  useTable,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { columnDefs, tableFeaturesOfPortal, type DataColumn, type PortalTable } from './columns';
import { sortedRows } from './sorted-rows';
import type { DataTableProps } from './table-props';
import { useHiddenColumns } from './use-hidden-columns';

interface PagedTable<Row extends object> {
  readonly table: PortalTable<Row>;
  /** The visible columns. */
  readonly shown: readonly DataColumn<Row>[];
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly setPage: (page: number) => void;
}

const NO_ROWS: readonly never[] = [];

/** TanStack's table for the properties of a `DataTable`. */
export function usePortalTable<Row extends object>(props: DataTableProps<Row>): PagedTable<Row> {
  const { name, columns, rows = NO_ROWS, rowId, sort = null, onSort, paging, selection } = props;
  const [stored, store] = useHiddenColumns(name);
  const hidden = props.hiddenColumns ?? stored;
  const [wanted, setWanted] = useState(0);
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const shown = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden]);
  const byServer = paging?.by === 'server';
  const id = byServer || onSort === undefined ? undefined : sort?.id;
  const order = sort?.order ?? 'asc';
  const data = useMemo(
    () => (id === undefined ? [...rows] : sortedRows(rows, columns, { id, order })),
    [rows, columns, id, order],
  );

  const total = byServer ? paging.total : data.length;
  const pageSize = paging?.size ?? Math.max(1, data.length);
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  const page = byServer ? paging.page : Math.min(wanted, lastPage);

  const selected = selection?.selected;
  const state = useMemo(
    () => ({
      sorting: sort ? [{ id: sort.id, desc: sort.order === 'desc' }] : [],
      pagination: { pageIndex: byServer ? 0 : page, pageSize },
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      rowSelection: Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])),
    }),
    [sort, byServer, page, pageSize, hidden, selected],
  );

  function setSorting(sorting: SortingState): void {
    const [first] = sorting;
    if (!first) return;
    if (!byServer) setWanted(0);
    onSort?.({ id: first.id, order: first.desc ? 'desc' : 'asc' });
  }

  const table = useTable({
    features: tableFeaturesOfPortal,
    columns: defs,
    data,
    getRowId: rowId,
    state,
    manualSorting: true,
    manualPagination: byServer,
    autoResetPageIndex: false,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    enableRowSelection: selection !== undefined,
    onSortingChange: (update) => setSorting(functionalUpdate(update, state.sorting)),
    onColumnVisibilityChange: (update) => {
      const next = functionalUpdate(update, state.columnVisibility);
      const ids = Object.keys(next).filter((id) => next[id] === false);
      store(ids);
      props.onHideColumns?.(ids);
    },
    onRowSelectionChange: (update) => {
      const next = functionalUpdate<RowSelectionState>(update, state.rowSelection);
      selection?.onSelect(new Set(Object.keys(next)));
    },
  });
  return { table, shown, page, pageSize, total, setPage: byServer ? paging.onPage : setWanted };
}
