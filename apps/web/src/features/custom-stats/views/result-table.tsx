import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import { type ReactNode, useState } from 'react';
import { Pager } from '../../../ui/pager';
import { Cell } from './cell';
import { cellText } from './cell-text';

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

/** Rows of a result in pages. */
export function ResultTable({ label, columns, rows }: ResultTableProps) {
  const { page, shown, setPage } = usePages(rows, PAGE_ROWS);
  return (
    <>
      <ScrollingTable label={label} columns={columns}>
        <TableBody>
          <DataRows columns={columns} rows={shown} />
        </TableBody>
      </ScrollingTable>
      <Pager label={label} page={page} size={PAGE_ROWS} total={rows.length} onPage={setPage} />
    </>
  );
}

/** The page of the items that the user chose. A later result can have fewer pages. */
export function usePages<T>(items: readonly T[], size: number) {
  const [wanted, setPage] = useState(0);
  const page = Math.min(wanted, Math.max(0, Math.ceil(items.length / size) - 1));
  return { page, shown: items.slice(page * size, (page + 1) * size), setPage };
}

interface ScrollingTableProps {
  label: string;
  columns: Columns;
  children: ReactNode;
}

/** A table that scrolls sideways in its card; the keyboard scrolls it too. */
export function ScrollingTable({ label, columns, children }: ScrollingTableProps) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={`${label}, scrolls sideways`}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map(({ name, type }, at) => (
              <TableCell key={`${at} ${name}`} align={alignOf(type)} title={type}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        {children}
      </Table>
    </TableContainer>
  );
}

/** Rows of a table body. */
export function DataRows({ columns, rows }: { columns: Columns; rows: Rows }) {
  return (
    <>
      {rows.map((row, index) => (
        <TableRow key={index} hover>
          {columns.map(({ name, type }, at) => (
            <TableCell key={`${at} ${name}`} align={alignOf(type)} sx={cellSx(row[at])}>
              <Cell value={row[at]} />
            </TableCell>
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
