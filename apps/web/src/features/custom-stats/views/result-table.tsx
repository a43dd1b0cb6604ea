import { TableBody, TableCell, TableRow, TableSortLabel } from '@mui/material';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import { type ReactNode, useMemo, useState } from 'react';
import { Pager } from '../../../tables/pager';
import { TableFrame } from '../../../tables/plain-table';
import { SafeCell, UNSHOWN } from '../../../tables/safe-cell';
import { usePages } from '../../../tables/use-pages';
import { Cell } from './cell';
import { cellText } from './cell-text';
import { nextOrder, type RowOrder, sortRows } from './sort-rows';

/** Rows on a page of a result without aggregation. */
const PAGE_ROWS = 10;

export type Columns = CustomStatResult['columns'];
export type Rows = readonly CustomStatResult['data'][number][];

interface ResultTableProps {
  /** Accessible name. */
  label: string;
  columns: Columns;
  rows: Rows;
}

/** Rows of a result in pages. A header sorts all rows by its column. */
export function ResultTable({ label, columns, rows }: ResultTableProps) {
  const [order, setOrder] = useState<RowOrder | null>(null);
  const sorted = useMemo(() => {
    const column = order && columns[order.at];
    return column ? sortRows(rows, order, column.type) : rows;
  }, [rows, columns, order]);
  const { page, shown, setPage } = usePages(sorted, PAGE_ROWS);
  const sort = (at: number) => {
    setOrder(nextOrder(order, at));
    setPage(0);
  };
  return (
    <>
      <ScrollingTable label={label} columns={columns} sorting={{ order, sort }}>
        <TableBody>
          <DataRows columns={columns} rows={shown} />
        </TableBody>
      </ScrollingTable>
      <Pager label={label} page={page} size={PAGE_ROWS} total={rows.length} onPage={setPage} />
    </>
  );
}

interface ScrollingTableProps {
  label: string;
  columns: Columns;
  /** Absent if the order of the rows is fixed. */
  sorting?: { readonly order: RowOrder | null; readonly sort: (at: number) => void };
  children: ReactNode;
}

/** The head stays while a table higher than this scrolls. */
const MAX_HEIGHT = '70vh';

/** A table that scrolls in its card; the keyboard scrolls it too. */
export function ScrollingTable({ label, columns, sorting, children }: ScrollingTableProps) {
  const heads = columns.map(({ name, type }, at) => {
    const direction = directionOf(sorting?.order, at);
    return {
      head: sorting ? (
        <TableSortLabel
          active={direction !== undefined}
          direction={direction ?? 'asc'}
          onClick={() => sorting.sort(at)}
        >
          {name}
        </TableSortLabel>
      ) : (
        name
      ),
      numeric: isNumeric(type),
      sorted: direction,
      title: type,
    };
  });
  return <TableFrame {...{ label, heads, children }} maxHeight={MAX_HEIGHT} />;
}

function directionOf(order: RowOrder | null | undefined, at: number): 'asc' | 'desc' | undefined {
  if (order?.at !== at) return undefined;
  return order.desc ? 'desc' : 'asc';
}

interface DataRowsProps {
  columns: Columns;
  rows: Rows;
  /** Whether statuses have their titles and amounts separators. */
  inWords?: boolean;
}

/** Rows of a table body. */
export function DataRows({ columns, rows, inWords = false }: DataRowsProps) {
  return (
    <>
      {rows.map((row, index) => (
        <TableRow key={index} hover>
          {columns.map((column, at) => (
            <SafeCell
              key={`${at} ${column.name}`}
              of={row[at]}
              fallback={<TableCell align={alignOf(column.type)}>{UNSHOWN}</TableCell>}
            >
              {() => (
                <TableCell align={alignOf(column.type)} sx={cellSx(row[at])}>
                  <Cell value={row[at]} column={inWords ? column : undefined} />
                </TableCell>
              )}
            </SafeCell>
          ))}
        </TableRow>
      ))}
    </>
  );
}

/** Longer texts are wrapped. */
const ONE_LINE = 48;
const WRAPPED = { minWidth: 320, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

function cellSx(value: unknown) {
  const text = cellText(value);
  return text.length > ONE_LINE || text.includes('\n') ? WRAPPED : { whiteSpace: 'nowrap' };
}

/** Numbers are aligned at their last digit. */
export function alignOf(type: string): 'left' | 'right' {
  return isNumeric(type) ? 'right' : 'left';
}
