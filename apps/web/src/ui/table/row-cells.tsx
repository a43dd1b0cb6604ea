import TableCell from '@mui/material/TableCell';
import type { Theme } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { cellOf, type DataColumn, type PortalRow } from './columns';
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
            {cellOf(column, row.original) ?? '–'}
          </TableCell>
        ))}
        {actions && (
          <TableCell data-actions sx={actionsCellSx}>
            {actions(row.original)}
          </TableCell>
        )}
      </>
    ),
    [row, columns, selected, rowLabel, actions],
  );
}

/** The actions stay at the right edge while the table scrolls sideways. */
export const actionsSx = ({ vars: { palette } }: Theme) =>
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

const actionsCellSx = [actionsSx, { zIndex: 1 }] as const;
