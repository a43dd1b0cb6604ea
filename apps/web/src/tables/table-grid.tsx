import {
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
  type Theme,
} from '@mui/material';
import { useMemo, useState } from 'react';
import type { DataColumn, PortalTable } from './columns';
import { actionsSx } from './row-actions-cell';
import { RowCells } from './row-cells';
import { SelectPage } from './select-row';
import type { DataTableProps } from './table-props';
import { visuallyHidden } from '../ui/visually-hidden';
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

const ROW_HEIGHT = 34;

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
        sx={{
          tableLayout: isLong(rows.length) ? 'fixed' : 'auto',
          '& td, & th': { px: 1, py: 0.5, fontSize: '0.8125rem' },
          '& td': { overflowWrap: 'anywhere' },
          // A long header takes two lines, so that a column is as wide as its values.
          '& th': { whiteSpace: 'normal', fontSize: '0.75rem', lineHeight: 1.3 },
          '& .MuiCheckbox-root': { p: 0.5 },
        }}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {selection && (
              <TableCell padding="checkbox" sx={headSx}>
                <SelectPage table={table} />
              </TableCell>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                model={table.getColumn(column.id)}
                sorted={table.getColumn(column.id)?.getIsSorted() ?? false}
              />
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
                      <RowCells
                        row={row}
                        columns={columns}
                        selected={selection !== undefined && row.getIsSelected()}
                        rowLabel={selection?.rowLabel}
                        actions={actions}
                      />
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
  column: DataColumn<Row>;
  model: ReturnType<PortalTable<Row>['getColumn']>;
  sorted: 'asc' | 'desc' | false;
}

function HeadCell<Row extends object>({ column, model, sorted }: HeadCellProps<Row>) {
  return useMemo(() => {
    const { label, numeric = false, width } = column;
    return (
      <TableCell
        align={numeric ? 'right' : 'left'}
        sx={{ ...headSx, ...(width !== undefined && { width }) }}
        {...(sorted && { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' })}
      >
        {model?.getCanSort() ? (
          <TableSortLabel
            active={sorted !== false}
            direction={sorted || 'asc'}
            onClick={() => model.toggleSorting()}
          >
            {label}
          </TableSortLabel>
        ) : (
          label
        )}
      </TableCell>
    );
  }, [column, model, sorted]);
}

/** The space of rows that are not drawn. */
function Space({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />;
}
