import {
  Box,
  LinearProgress,
  Skeleton,
  useMediaQuery,
  useTheme,
  NativeSelect,
  OutlinedInput,
  Typography,
} from '@mui/material';
import { dimmedIf } from '../ui/dimmed';
import { TableCards } from './table-cards';
import { TableGrid } from './table-grid';
import { type DataTableProps, PAGE_SIZES, type Paging } from './table-props';
import { TableToolbar } from './table-toolbar';
import { usePortalTable } from './use-portal-table';
import { visuallyHidden } from '../ui/visually-hidden';
import { Columns, Row } from '../ui/layout';
import { useId } from 'react';
import { formatCount } from '../lib/format';
import { Pager } from './pager';

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

interface TableFooterBarProps {
  label: string;
  paging: Paging;
  page: number;
  pageSize: number;
  total: number;
  setPage: (page: number) => void;
}

/** The page sizes and the buttons of the pages. */
function TableFooterBar(props: TableFooterBarProps) {
  const { label, paging, page, pageSize, total, setPage } = props;
  const onSize = paging.by === 'server' ? paging.onSize : undefined;
  const estimated = paging.by === 'server' && paging.estimated === true;
  const sizeId = useId();
  return (
    <Row wrap justify="flex-end" sx={{ columnGap: 3, rowGap: 1, pt: 1 }}>
      {onSize && total > 0 && (
        <Row gap={1}>
          <Typography id={sizeId} variant="caption" color="textSecondary">
            Rows per page
          </Typography>
          <NativeSelect
            input={<OutlinedInput size="small" />}
            value={pageSize}
            onChange={({ target }) => onSize(Number(target.value))}
            inputProps={{ 'aria-labelledby': sizeId }}
            sx={{ fontSize: '0.8125rem', '& .MuiNativeSelect-select': { py: 0.5 } }}
          >
            {sizesWith(pageSize).map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </Row>
      )}
      {onSize && total > 0 && total <= pageSize && page === 0 && (
        <Typography variant="caption" color="textSecondary">
          1–{formatCount(total)} of {formatCount(total)}
        </Typography>
      )}
      <Pager {...{ label, page, total, estimated }} size={pageSize} onPage={setPage} />
    </Row>
  );
}

/** A URL can have another size. */
function sizesWith(size: number): readonly number[] {
  const known: readonly number[] = PAGE_SIZES;
  return known.includes(size) ? known : [...known, size].toSorted((one, other) => one - other);
}
