import { TableCell } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import { cellOf, type DataColumn, type PortalRow } from './columns';
import { RowActionsCell } from './row-actions-cell';
import { SafeCell } from './safe-cell';
import { SelectRow } from './select-row';

interface RowCellsProps<Row extends object> {
  row: PortalRow<Row>;
  /** The visible columns. */
  columns: readonly DataColumn<Row>[];
  selected: boolean;
  /** Names the row; undefined without a selection. */
  rowLabel: ((row: Row) => string) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
}

/**
 * The cells of a row. They render again only for another item, choice of columns or selection: while
 * the table waits for the next page, the rows of the last one cost nothing.
 */
export function RowCells<Row extends object>(props: RowCellsProps<Row>) {
  const { row, columns, selected, rowLabel, actions } = props;
  // Not `memo`, which would lose the type of the row.
  return useMemo(
    () => (
      <>
        {rowLabel && (
          <TableCell padding="checkbox">
            <SelectRow row={row} selected={selected} label={rowLabel(row.original)} />
          </TableCell>
        )}
        {columns.map((column) => (
          <TableCell key={column.id} align={column.numeric ? 'right' : 'left'}>
            <SafeCell of={row.original}>{() => cellOf(column, row.original) ?? '–'}</SafeCell>
          </TableCell>
        ))}
        {actions && <RowActionsCell>{actions(row.original)}</RowActionsCell>}
      </>
    ),
    [row, columns, selected, rowLabel, actions],
  );
}
