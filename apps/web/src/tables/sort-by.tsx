import ArrowDownIcon from '~icons/ic/baseline-arrow-downward';
import ArrowUpIcon from '~icons/ic/baseline-arrow-upward';
import { IconButton, MenuItem, TextField } from '@mui/material';
import { Row } from '../ui/layout';

interface SortByProps {
  columns: readonly { id: string; label: string }[];
  sorting: { id: string; desc: boolean } | undefined;
  onSort: (id: string, desc: boolean) => void;
}

/** The order of cards, which have no header to sort by. */
export function SortBy({ columns, sorting, onSort }: SortByProps) {
  const known = columns.some(({ id }) => id === sorting?.id);
  return (
    <Row gap={0.5}>
      <TextField
        select
        size="small"
        label="Sort by"
        value={known ? (sorting?.id ?? '') : ''}
        onChange={({ target }) => onSort(target.value, sorting?.desc ?? false)}
        sx={{ minWidth: 132 }}
      >
        {columns.map(({ id, label }) => (
          <MenuItem key={id} value={id}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <IconButton
        size="small"
        disabled={!sorting}
        aria-label={sorting?.desc ? 'Sort ascending' : 'Sort descending'}
        onClick={() => sorting && onSort(sorting.id, !sorting.desc)}
      >
        {sorting?.desc ? <ArrowDownIcon fontSize="small" /> : <ArrowUpIcon fontSize="small" />}
      </IconButton>
    </Row>
  );
}
