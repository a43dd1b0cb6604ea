import {
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableFooter,
  TableHead,
  TableRow,
  type Theme,
} from '@mui/material';
import type { ReactNode } from 'react';
import { SafeCell } from './safe-cell';

export interface PlainHead {
  readonly head: ReactNode;
  readonly numeric?: boolean;
  /** The order of the rows, if they are in the order of this column. */
  readonly sorted?: 'asc' | 'desc' | undefined;
  readonly title?: string;
  readonly sx?: SxProps<Theme>;
}

export interface PlainColumn<Row> extends PlainHead {
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Of the row of totals, which is there if the first column has one. */
  readonly foot?: ReactNode;
}

interface FrameProps {
  label: string;
  /** A higher table scrolls; its head and its totals stay. */
  maxHeight?: number | string | undefined;
  sx?: SxProps<Theme>;
}

interface PlainTableProps<Row> extends FrameProps {
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  rowSx?: SxProps<Theme>;
}

/** Rows that are all there, in a fixed order. The first column names the row. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, rowKey, rowSx, maxHeight, sx } = props;
  return (
    <TableFrame {...{ label, maxHeight, heads: columns }} {...(sx && { sx })}>
      <TableBody>
        {rows.map((row, index) => (
          <PlainRow
            key={rowKey(row, index)}
            columns={columns}
            contentOf={({ cell }) => cell(row, index)}
            {...(rowSx && { sx: rowSx })}
          />
        ))}
      </TableBody>
      {columns[0]?.foot !== undefined && (
        <TableFooter sx={totalsSx}>
          <PlainRow columns={columns} contentOf={({ foot }) => foot} />
        </TableFooter>
      )}
    </TableFrame>
  );
}

interface PlainRowProps<Row> {
  columns: readonly PlainColumn<Row>[];
  contentOf: (column: PlainColumn<Row>) => ReactNode;
  sx?: SxProps<Theme>;
}

function PlainRow<Row>({ columns, contentOf, sx }: PlainRowProps<Row>) {
  return (
    <TableRow hover {...(sx && { sx })}>
      {columns.map((column, at) => (
        <TableCell
          key={at}
          {...(at === 0 && { component: 'th', scope: 'row' })}
          align={column.numeric ? 'right' : 'left'}
          {...(column.sx && { sx: column.sx })}
        >
          <SafeCell of={contentOf}>{() => contentOf(column)}</SafeCell>
        </TableCell>
      ))}
    </TableRow>
  );
}

interface TableFrameProps extends FrameProps {
  heads: readonly PlainHead[];
  /** The bodies of the table. */
  children: ReactNode;
}

/** A table with its head, for rows of their own making. The keyboard scrolls it too. */
export function TableFrame({ label, heads, maxHeight, sx, children }: TableFrameProps) {
  const scrolls = maxHeight !== undefined;
  return (
    <TableContainer
      {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls` })}
      // Text that is only read aloud is positioned: it must not make the page wider than a phone.
      sx={{ flex: 1, position: 'relative', ...(scrolls && { maxHeight }) }}
    >
      <Table size="small" stickyHeader={scrolls} aria-label={label} {...(sx && { sx })}>
        <TableHead>
          <TableRow sx={{ '& .MuiTableCell-root': { backgroundColor: 'background.paper' } }}>
            {heads.map(({ head, numeric, sorted, title, sx: headSx }, at) => (
              <TableCell
                key={at}
                align={numeric ? 'right' : 'left'}
                {...{ title, 'aria-sort': sorted && ARIA_SORT[sorted] }}
                {...(headSx && { sx: headSx })}
              >
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        {children}
      </Table>
    </TableContainer>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Of a footer with totals. */
export const totalsSx = (theme: Theme) => ({
  '& .MuiTableCell-root': {
    position: 'sticky',
    bottom: 0,
    color: 'text.primary',
    fontSize: '0.84375rem',
    fontWeight: 650,
    borderBottom: 0,
    borderTop: `1px solid ${theme.vars.palette.line.strong}`,
    backgroundColor: 'background.paper',
  },
});
