import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { SxProps, Theme } from '@mui/material/styles';
import { useState } from 'react';
import { cellOf, type DataColumn, type PortalRow, type PortalTable } from './columns';
import type { DataTableProps } from './table-props';
import { visuallyHidden } from '../visually-hidden';
import { DrawnRows, isLong } from './drawn-rows';

export interface TableViewProps<Row extends object> extends Pick<
  DataTableProps<Row>,
  'label' | 'selection' | 'actions'
> {
  table: PortalTable<Row>;
  /** The visible columns. */
  columns: readonly DataColumn<Row>[];
  maxHeight: string;
  /** Index of the first row in the whole list, and the number of rows there. */
  firstIndex: number;
  total: number;
}

const ROW_HEIGHT = 41;

/** The rows as a table whose header stays in view. */
export function TableGrid<Row extends object>(props: TableViewProps<Row>) {
  const { table, label, columns, selection, actions, maxHeight, firstIndex, total } = props;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const { rows } = table.getRowModel();
  return (
    <TableContainer
      ref={setContainer}
      tabIndex={0}
      role="region"
      aria-label={`${label}, scrolls`}
      sx={{ maxHeight, overscrollBehavior: 'contain', '&:focus-visible': { outlineOffset: -2 } }}
    >
      <Table
        stickyHeader
        size="small"
        aria-label={label}
        aria-rowcount={total + 1}
        sx={{ tableLayout: isLong(rows.length) ? 'fixed' : 'auto' }}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {selection && (
              <TableCell padding="checkbox" sx={headSx}>
                <SelectPage table={table} />
              </TableCell>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} table={table} column={column} />
            ))}
            {actions && (
              <TableCell sx={[headSx, actionsSx, { zIndex: 3 }]}>
                <span style={visuallyHidden}>Actions</span>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          <DrawnRows count={rows.length} container={container} estimate={ROW_HEIGHT}>
            {(drawn) => (
              <>
                {drawn.before > 0 && <Space height={drawn.before} />}
                {drawn.indexes.map((index) => {
                  const row = rows[index];
                  if (!row) return null;
                  return (
                    <TableRow
                      key={row.id}
                      ref={drawn.measure}
                      data-index={index}
                      hover
                      selected={selection !== undefined && row.getIsSelected()}
                      sx={selectedSx}
                      aria-rowindex={firstIndex + index + 2}
                    >
                      {selection && (
                        <TableCell padding="checkbox">
                          <SelectRow row={row} label={selection.rowLabel(row.original)} />
                        </TableCell>
                      )}
                      {columns.map((column) => (
                        <TableCell
                          key={column.id}
                          align={column.numeric ? 'right' : 'left'}
                          sx={{ overflowWrap: 'anywhere' }}
                        >
                          {cellOf(column, row.original) ?? '–'}
                        </TableCell>
                      ))}
                      {actions && (
                        <TableCell data-actions sx={[actionsSx, { zIndex: 1 }]}>
                          {actions(row.original)}
                        </TableCell>
                      )}
                    </TableRow>
                  );
                })}
                {drawn.after > 0 && <Space height={drawn.after} />}
              </>
            )}
          </DrawnRows>
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const headSx = { bgcolor: 'background.paper' } as const;
/** The actions stay at the right edge while the table scrolls sideways. */
const actionsSx = ({ vars: { palette } }: Theme) =>
  ({
    position: 'sticky',
    right: 0,
    width: '1%',
    py: 0.25,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    bgcolor: 'background.paper',
    // A shadow on the columns that the actions cover, until the table is scrolled to its end.
    '@supports (animation-timeline: scroll())': {
      '@keyframes covers-columns': { '0%, 98%': { opacity: 1 }, '100%': { opacity: 0 } },
      '&::before': {
        content: '""',
        position: 'absolute',
        insetBlock: 0,
        right: '100%',
        width: 16,
        borderRight: `1px solid ${palette.line.soft}`,
        backgroundImage: `linear-gradient(to left, ${palette.line.soft}, transparent)`,
        pointerEvents: 'none',
        opacity: 0,
        animation: 'covers-columns linear',
        animationTimeline: 'scroll(nearest inline)',
      },
    },
  }) as const;

/** The actions cover what scrolls below them, so their tint is opaque. */
const selectedSx: SxProps<Theme> = ({ vars: { palette } }) => ({
  '&.Mui-selected > [data-actions]': {
    bgcolor: `color-mix(in srgb, ${palette.primary.main} calc(${palette.action.selectedOpacity} * 100%), ${palette.background.paper})`,
  },
  '&:hover > [data-actions]': {
    bgcolor: `color-mix(in srgb, ${palette.text.primary} calc(${palette.action.hoverOpacity} * 100%), ${palette.background.paper})`,
  },
  '&.Mui-selected:hover > [data-actions]': {
    bgcolor: `color-mix(in srgb, ${palette.primary.main} calc((${palette.action.selectedOpacity} + ${palette.action.hoverOpacity}) * 100%), ${palette.background.paper})`,
  },
});

interface HeadCellProps<Row extends object> {
  table: PortalTable<Row>;
  column: DataColumn<Row>;
}

function HeadCell<Row extends object>({ table, column }: HeadCellProps<Row>) {
  const { id, label, numeric = false, width } = column;
  const model = table.getColumn(id);
  const sorted = model?.getIsSorted() ?? false;
  const sortable = model?.getCanSort() ?? false;
  return (
    <TableCell
      align={numeric ? 'right' : 'left'}
      sx={{ ...headSx, ...(width !== undefined && { width }) }}
      {...(sorted && { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' })}
    >
      {sortable ? (
        <TableSortLabel
          active={sorted !== false}
          direction={sorted || 'asc'}
          onClick={() => model?.toggleSorting()}
        >
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
    </TableCell>
  );
}

/** The space of rows that are not drawn. */
function Space({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />;
}

/** Selects all rows of the page. */
export function SelectPage<Row extends object>({ table }: { table: PortalTable<Row> }) {
  return (
    <Checkbox
      size="small"
      checked={table.getIsAllPageRowsSelected()}
      indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
      onChange={(event) => table.toggleAllPageRowsSelected(event.target.checked)}
      slotProps={{ input: { 'aria-label': 'Select all rows of the page' } }}
    />
  );
}

interface SelectRowProps<Row extends object> {
  row: PortalRow<Row>;
  label: string;
}

/** Selects a row; with Shift, the rows from the last one. */
export function SelectRow<Row extends object>({ row, label }: SelectRowProps<Row>) {
  return (
    <Checkbox
      size="small"
      checked={row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
      slotProps={{ input: { 'aria-label': `Select ${label}` } }}
    />
  );
}
