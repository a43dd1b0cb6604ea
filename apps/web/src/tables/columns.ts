import {
  columnVisibilityFeature,
  createPaginatedRowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type ReactTable,
  type Row as TableRow,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface DataColumn<Row> {
  /** Unique in the table; for a list of the server the field that it sorts by. */
  readonly id: string;
  readonly label: string;
  /** Order of the column on the client, and its text if there is no `cell`; null is always last. */
  readonly value: (row: Row) => string | number | null;
  /** What a cell shows instead of the value; null for nothing. */
  readonly cell?: (row: Row) => ReactNode;
  /** Aligned at the last digit. */
  readonly numeric?: boolean;
  /** False if the column has no order; true by default. */
  readonly sortable?: boolean;
  /** The user cannot hide it. */
  readonly fixed?: boolean;
  /** CSS pixels. Virtual rows need it, because their widths must not depend on the drawn rows. */
  readonly width?: number;
}

/** What a column shows for a row; null if there is nothing. */
export function cellOf<Row>(column: DataColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.value(row);
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

type Features = typeof features;
export type PortalTable<Row extends object> = ReactTable<Features, Row>;
export type PortalRow<Row extends object> = TableRow<Features, Row>;

export const tableFeaturesOfPortal = features;

/** The column definitions of TanStack Table, which gets sorted rows. */
export function columnDefs<Row extends object>(
  columns: readonly DataColumn<Row>[],
): ColumnDef<Features, Row>[] {
  return columns.map(({ id, value, sortable = true, fixed = false }) => ({
    id,
    accessorFn: (row: Row) => value(row) ?? undefined,
    enableSorting: sortable,
    enableHiding: !fixed,
    sortDescFirst: false,
  }));
}
