import ColumnsIcon from '~icons/ic/outline-view-column';
import { Box, IconButton, Tooltip } from '@mui/material';
import { Suspense, useState, type ReactNode } from 'react';
import type { DataColumn, PortalTable } from './columns';
import { lazyPart } from '../ui/lazy-part';
import { Row } from '../ui/layout';

const ColumnMenu = lazyPart(async () => (await import('./column-menu')).ColumnMenu);
const SortBy = lazyPart(async () => (await import('./sort-by')).SortBy);

interface TableToolbarProps<Row extends object> {
  table: PortalTable<Row>;
  columns: readonly DataColumn<Row>[];
  phone: boolean;
  sortable: boolean;
  /** Without rows there is nothing to sort, and no column to choose. */
  isEmpty: boolean;
  children: ReactNode;
}

/** What the page puts above its rows, the order of cards, and the choice of columns. */
export function TableToolbar<Row extends object>(props: TableToolbarProps<Row>) {
  const { table, columns, phone, sortable, isEmpty, children } = props;
  const choosable = columns.filter(({ fixed }) => !fixed).length > 0 && columns.length > 1;
  return (
    <Row
      wrap
      align={phone ? 'flex-end' : 'center'}
      justify="flex-end"
      gap={1}
      sx={{ rowGap: phone ? 1.5 : 1, mb: 1 }}
    >
      <Row
        wrap
        align="stretch"
        gap={1}
        sx={{
          // The order of cards has a line of its own; a button alone stands beside what the page has.
          flex: phone && sortable ? '1 1 100%' : 1,
          minWidth: 0,
          // An empty row would leave a gap.
          '&:empty': { display: phone ? 'none' : 'flex' },
        }}
      >
        {children}
      </Row>
      {phone && sortable && !isEmpty && (
        <Box sx={{ minHeight: 40 }}>
          <Suspense>
            <SortBy
              columns={columns.filter(({ sortable: allowed }) => allowed !== false)}
              sorting={table.state.sorting[0]}
              onSort={(id, desc) => table.setSorting([{ id, desc }])}
            />
          </Suspense>
        </Box>
      )}
      {choosable && !isEmpty && <ColumnChoice table={table} columns={columns} />}
    </Row>
  );
}

type ColumnChoiceProps<Row extends object> = Pick<TableToolbarProps<Row>, 'table' | 'columns'>;

function ColumnChoice<Row extends object>({ table, columns }: ColumnChoiceProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const ids = columns.map(({ id }) => id);
  return (
    <>
      <Tooltip title="Columns">
        <IconButton
          size="small"
          aria-label="Columns"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ColumnsIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Suspense>
        {anchor && (
          <ColumnMenu
            anchor={anchor}
            columns={columns}
            visible={ids.filter((id) => table.getColumn(id)?.getIsVisible() ?? false)}
            onToggle={(id, visible) => table.getColumn(id)?.toggleVisibility(visible)}
            onClose={() => setAnchor(null)}
          />
        )}
      </Suspense>
    </>
  );
}
