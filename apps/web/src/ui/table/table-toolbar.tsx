import ArrowDownIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpIcon from '@mui/icons-material/ArrowUpward';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactNode } from 'react';
import type { DataColumn, PortalTable } from './columns';

interface TableToolbarProps<Row extends object> {
  table: PortalTable<Row>;
  columns: readonly DataColumn<Row>[];
  phone: boolean;
  sortable: boolean;
  /** Without rows there is nothing to sort, and no column to choose. */
  isEmpty: boolean;
  children: ReactNode;
}

/** What the page puts above its rows, and the choice of columns. Cards have no header to sort by. */
export function TableToolbar<Row extends object>(props: TableToolbarProps<Row>) {
  const { table, columns, phone, sortable, isEmpty, children } = props;
  const choosable = columns.filter(({ fixed }) => !fixed).length > 0 && columns.length > 1;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        rowGap: phone ? 1.5 : 1,
        mb: 1,
      }}
    >
      <Box
        sx={{
          flex: phone ? '1 1 100%' : 1,
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          // An empty row would leave a gap.
          '&:empty': { display: phone ? 'none' : 'flex' },
        }}
      >
        {children}
      </Box>
      {phone && sortable && !isEmpty && <SortBy table={table} columns={columns} />}
      {choosable && !isEmpty && <ColumnChoice table={table} columns={columns} />}
    </Box>
  );
}

type ColumnsProps<Row extends object> = Pick<TableToolbarProps<Row>, 'table' | 'columns'>;

function ColumnChoice<Row extends object>({ table, columns }: ColumnsProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? false);
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
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { maxHeight: 400 } }, list: { 'aria-label': 'Columns' } }}
      >
        {columns.map(({ id, label, fixed = false }) => {
          const visible = shown.some((column) => column.id === id);
          return (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={visible}
              disabled={fixed || (visible && shown.length === 1)}
              onClick={() => table.getColumn(id)?.toggleVisibility(!visible)}
              sx={{ pl: 0.5 }}
            >
              <Checkbox
                size="small"
                checked={visible}
                tabIndex={-1}
                aria-hidden
                sx={{ py: 0.25 }}
              />
              {label}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

function SortBy<Row extends object>({ table, columns }: ColumnsProps<Row>) {
  const [sorting] = table.state.sorting;
  const options = columns.filter(({ sortable }) => sortable !== false);
  const known = options.some(({ id }) => id === sorting?.id);
  const sortBy = (id: string, desc: boolean) => table.setSorting([{ id, desc }]);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <TextField
        select
        size="small"
        label="Sort by"
        value={known ? (sorting?.id ?? '') : ''}
        onChange={({ target }) => sortBy(target.value, sorting?.desc ?? false)}
        sx={{ minWidth: 132 }}
      >
        {options.map(({ id, label }) => (
          <MenuItem key={id} value={id}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <IconButton
        size="small"
        disabled={!sorting}
        aria-label={sorting?.desc ? 'Sort ascending' : 'Sort descending'}
        onClick={() => sorting && sortBy(sorting.id, !sorting.desc)}
      >
        {sorting?.desc ? <ArrowDownIcon fontSize="small" /> : <ArrowUpIcon fontSize="small" />}
      </IconButton>
    </Box>
  );
}
