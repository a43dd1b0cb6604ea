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

/** Rows on a page of a result without aggregation. */
export const PAGE_ROWS = 10;

export type Columns = CustomStatResult['columns'];
export type Rows = CustomStatResult['data'];

interface ResultTableProps {
  /** Accessible name. */
  label: string;
  columns: Columns;
  rows: Rows;
  pageRows?: number;
}

/** Rows of a result in pages. */
export function ResultTable({ label, columns, rows, pageRows = PAGE_ROWS }: ResultTableProps) {
  return (
    <PagedRows label={label} rows={rows} size={pageRows}>
      {(page) => (
        <ScrollingTable label={label} columns={columns}>
          <DataRows columns={columns} rows={page} />
        </ScrollingTable>
      )}
    </PagedRows>
  );
}

interface PagedRowsProps {
  label: string;
  rows: Rows;
  size: number;
  children: (page: Rows) => ReactNode;
}

/** One page of rows and the buttons for the others. */
export function PagedRows({ label, rows, size, children }: PagedRowsProps) {
  const [wanted, setPage] = useState(0);
  // A later result can have fewer pages.
  const page = Math.min(wanted, Math.max(0, Math.ceil(rows.length / size) - 1));
  return (
    <>
      {children(rows.slice(page * size, (page + 1) * size))}
      <Pager label={label} page={page} size={size} total={rows.length} onPage={setPage} />
    </>
  );
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

/** The rows of a table body. */
export function DataRows({ columns, rows }: { columns: Columns; rows: Rows }) {
  return (
    <TableBody>
      {rows.map((row, index) => (
        <TableRow key={index} hover>
          {columns.map(({ name, type }, at) => (
            <TableCell
              key={`${at} ${name}`}
              align={alignOf(type)}
              sx={{ maxWidth: 420, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', minWidth: 72 }}
            >
              <Cell value={row[at]} />
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  );
}

/** Numbers are aligned at their last digit. */
export function alignOf(type: string): 'left' | 'right' {
  return isNumeric(type) ? 'right' : 'left';
}
