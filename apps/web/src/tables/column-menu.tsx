import { Checkbox, Menu, MenuItem } from '@mui/material';

interface ColumnMenuProps {
  anchor: HTMLElement;
  columns: readonly { id: string; label: string; fixed?: boolean }[];
  /** Ids of the visible columns. */
  visible: readonly string[];
  onToggle: (id: string, visible: boolean) => void;
  onClose: () => void;
}

/** The choice of visible columns; one stays. */
export function ColumnMenu({ anchor, columns, visible, onToggle, onClose }: ColumnMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { sx: { maxHeight: 400 } }, list: { 'aria-label': 'Columns' } }}
    >
      {columns.map(({ id, label, fixed = false }) => {
        const checked = visible.includes(id);
        return (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={checked}
            disabled={fixed || (checked && visible.length === 1)}
            onClick={() => onToggle(id, !checked)}
            sx={{ pl: 0.5 }}
          >
            <Checkbox size="small" checked={checked} tabIndex={-1} aria-hidden sx={{ py: 0.25 }} />
            {label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
