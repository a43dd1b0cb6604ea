import ArrowDownIcon from '~icons/ic/baseline-arrow-downward';
import ArrowUpIcon from '~icons/ic/baseline-arrow-upward';
import { IconButton } from '@mui/material';
import { Row } from '../ui/layout';
import { SelectField } from '../ui/inputs/select-field';

interface SortByProps {
  columns: readonly { id: string; label: string }[];
  sorting: { id: string; desc: boolean } | undefined;
  onSort: (id: string, desc: boolean) => void;
}

/** The order of cards, which have no header to sort by. */
export function SortBy({ columns, sorting, onSort }: SortByProps) {
  return (
    <Row gap={0.5}>
      <SelectField
        size="small"
        label="Sort by"
        value={sorting?.id ?? ''}
        options={columns.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => onSort(id, sorting?.desc ?? false)}
        sx={{ minWidth: 132 }}
      />
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
