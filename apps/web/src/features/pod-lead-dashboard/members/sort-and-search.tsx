import DownIcon from '~icons/ic/baseline-arrow-downward';
import UpIcon from '~icons/ic/baseline-arrow-upward';
import { Button } from '@mui/material';
import { SearchField } from '../../../ui/inputs/search-field';
import { Row } from '../../../ui/layout';
import { type Order, type SORTS, USUAL } from './order';

const LABELS: Readonly<Record<(typeof SORTS)[number], string>> = {
  name: 'Name',
  tasks: 'Tasks',
  turns: 'Turns',
  share: 'Share',
  active: 'Active',
};
/** In the order of the columns. */
const COLUMNS = ['name', 'tasks', 'turns', 'share', 'active'] as const;

interface SortAndSearchProps extends Order {
  onOrder: (change: Partial<Order>) => void;
}

/** By what the trainers are sorted, and who of them is shown. Another click turns the order round. */
export function SortAndSearch({ sort, desc, search, onOrder }: SortAndSearchProps) {
  return (
    <Row wrap gap={1}>
      <Row role="group" aria-label="Sort by">
        {COLUMNS.map((column) => {
          const isChosen = column === sort;
          const Icon = desc ? DownIcon : UpIcon;
          return (
            <Button
              key={column}
              size="small"
              color={isChosen ? 'primary' : 'inherit'}
              aria-pressed={isChosen}
              title={isChosen ? (desc ? 'Largest first' : 'Smallest first') : undefined}
              {...(isChosen && { endIcon: <Icon /> })}
              onClick={() => onOrder({ sort: column, desc: isChosen && !desc })}
              sx={{ minWidth: 0, px: 0.75 }}
            >
              {LABELS[column]}
            </Button>
          );
        })}
      </Row>
      <SearchField
        label="Search the trainers"
        placeholder="Search"
        maxLength={100}
        value={search}
        onSearch={(text) => onOrder({ ...USUAL, sort, desc, search: text })}
      />
    </Row>
  );
}
