import { Box, LinearProgress, Skeleton, useMediaQuery, useTheme } from '@mui/material';
import { dimmedIf } from '../ui/dimmed';
import { TableCards } from './table-cards';
import { TableFooterBar } from './table-footer-bar';
import { TableGrid } from './table-grid';
import type { DataTableProps } from './table-props';
import { TableToolbar } from './table-toolbar';
import { usePortalTable } from './use-portal-table';
import { visuallyHidden } from '../ui/visually-hidden';
import { Columns, Row } from '../ui/layout';

/**
 * A table with sorting, pages or virtual rows, a choice of columns, and optionally a selection and
 * actions per row. On phones each row is a card.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, error, empty, refreshing = false, maxHeight = '72dvh' } = props;
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const { table, shown, page, pageSize, total, setPage } = usePortalTable(props);
  const View = phone ? TableCards : TableGrid;
  const dimmed = dimmedIf(refreshing);
  const failed = error !== undefined && error !== null && error !== false;

  return (
    <Box sx={{ minWidth: 0 }}>
      <TableToolbar
        {...{ table, columns, phone }}
        sortable={props.onSort !== undefined}
        isEmpty={rows?.length === 0}
      >
        {props.toolbar}
      </TableToolbar>
      <Box sx={{ position: 'relative' }} aria-busy={rows === undefined || refreshing}>
        {refreshing && (
          <LinearProgress
            aria-label={`Loading ${label}`}
            sx={{ position: 'absolute', top: 0, insetInline: 0, height: 2, zIndex: 3 }}
          />
        )}
        <Box sx={dimmed}>
          {failed ? (
            error
          ) : rows === undefined ? (
            <TableLoading label={label} columns={shown.length} rows={Math.min(pageSize, 10)} />
          ) : rows.length === 0 ? (
            empty
          ) : (
            <View
              {...{ table, label, maxHeight, columns: shown }}
              {...(props.selection && { selection: props.selection })}
              {...(props.actions && { actions: props.actions })}
              firstIndex={page * pageSize}
              total={total}
            />
          )}
        </Box>
      </Box>
      {!failed && rows !== undefined && props.paging && (
        <Box sx={dimmed}>
          <TableFooterBar {...{ label, page, pageSize, total, setPage }} paging={props.paging} />
        </Box>
      )}
    </Box>
  );
}

interface TableLoadingProps {
  label: string;
  columns: number;
  rows: number;
}

/** Placeholder of the first page. */
function TableLoading({ label, columns, rows }: TableLoadingProps) {
  return (
    <Columns role="status" gap={1.25} sx={{ py: 1 }}>
      <span style={visuallyHidden}>Loading {label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Row key={row} align="stretch" gap={2}>
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton
              key={column}
              height={28}
              sx={{
                flex: column === 0 ? 2 : 1,
                display: { xs: column > 1 ? 'none' : 'block', sm: 'block' },
              }}
            />
          ))}
        </Row>
      ))}
    </Columns>
  );
}
