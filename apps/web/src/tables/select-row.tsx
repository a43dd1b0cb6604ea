import { Checkbox } from '@mui/material';
import type { PortalRow, PortalTable } from './columns';

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
  selected: boolean;
  label: string;
}

/** Selects a row; with Shift, the rows from the last one. */
export function SelectRow<Row extends object>({ row, selected, label }: SelectRowProps<Row>) {
  return (
    <Checkbox
      size="small"
      checked={selected}
      onChange={row.getToggleSelectedHandler()}
      slotProps={{ input: { 'aria-label': `Select ${label}` } }}
    />
  );
}
