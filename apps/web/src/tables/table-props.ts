import type { ReactNode } from 'react';
import type { DataColumn } from './columns';

/** The order of the rows, as in the parameters `sort_by` and `sort_order`. */
export interface Sort {
  readonly id: string;
  readonly order: 'asc' | 'desc';
}

/** Page sizes of the administration. */
export const PAGE_SIZES = [5, 10, 20, 50] as const;

/** Pages from 0. The server sends `rows` sorted and one page at a time, or the table does both. */
export type Paging =
  | {
      readonly by: 'server';
      readonly page: number;
      readonly size: number;
      readonly total: number;
      /** The total is an estimate. */
      readonly estimated?: boolean;
      readonly onPage: (page: number) => void;
      /** Offers `PAGE_SIZES`. */
      readonly onSize?: (size: number) => void;
    }
  | { readonly by: 'client'; readonly size: number };

/** Checkboxes at the rows; Shift selects a range. */
export interface Selection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** Names a row, as in 'Select ann@example.com'. */
  readonly rowLabel: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** Name under which the hidden columns are stored. */
  name: string;
  /** Accessible name. */
  label: string;
  /** A constant, or memoised. Cards of phones have the first column as their title. */
  columns: readonly DataColumn<Row>[];
  /** Ids of hidden columns that replace the stored ones; null if the page has none. */
  hiddenColumns?: readonly string[] | null;
  /** Another choice of columns, besides storing it. */
  onHideColumns?: (ids: readonly string[]) => void;
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The order, and its change; without `onSort` the rows stay in the given order. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Without pages the table scrolls, and draws a long list virtually. */
  paging?: Paging;
  selection?: Selection<Row>;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** The rows are those of an earlier request. */
  refreshing?: boolean;
  /** Replaces a list without rows. */
  empty: ReactNode;
  /** Replaces the rows if they could not be loaded. */
  error?: ReactNode;
  /** Search, filters and the like, above the rows. */
  toolbar?: ReactNode;
  /** CSS height above which the rows scroll under the header. */
  maxHeight?: string;
}
