import CloseIcon from '~icons/ic/baseline-close';
import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { Box, Button, IconButton, Paper, Tooltip, Typography } from '@mui/material';
import type { ListMeta } from '@portal/contracts/lists';
import { formatCount, formatTotal } from '../../lib/format';
import type { ListState } from '../list-state';
import { bulkOperations } from './bulk-operations';
import type { RowSelection } from './use-row-selection';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { lazyPart } from '../../ui/lazy-part';

const BulkDialog = lazyPart(() => import('./bulk-dialog'));

interface SelectionBarProps {
  meta: ListMeta;
  state: ListState;
  rows: RowSelection;
  /** Number of items of the list. */
  total: number;
  estimated: boolean;
}

/**
 * What can be done with the selected rows. It stays at the lower edge of the window, so that no row
 * moves when the first one is ticked.
 */
export function SelectionBar({ meta, state, rows, total, estimated }: SelectionBarProps) {
  const { dialog, open } = useDialog();
  const { selection, clear } = rows;
  if (selection === null) return null;
  const { canEdit, canDelete } = bulkOperations(meta);
  const isAll = selection.by === 'filters';
  const count = isAll ? formatTotal(total, estimated) : formatCount(selection.ids.length);
  const openBulk = (kind: 'edit' | 'delete'): void =>
    open((onClose) => (
      <BulkDialog
        {...{ meta, kind, onClose }}
        first={selection}
        onDone={() => {
          onClose();
          clear();
        }}
      />
    ));

  return (
    <Paper component="section" aria-label="Selection" elevation={6} sx={barSx}>
      <Typography variant="subtitle1" role="status" sx={{ whiteSpace: 'nowrap' }}>
        {isAll && !estimated ? `All ${count}` : count} selected
      </Typography>
      {!isAll && total > selection.ids.length && (
        <Button size="small" onClick={rows.selectAll}>
          Select all {formatTotal(total, estimated)}
          {foundBy(state)}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {canEdit && (
        <Button size="small" startIcon={<EditIcon />} onClick={() => openBulk('edit')}>
          Edit
        </Button>
      )}
      {canDelete && (
        <Button
          size="small"
          color="error"
          startIcon={<DeleteIcon />}
          onClick={() => openBulk('delete')}
        >
          Delete
        </Button>
      )}
      <Tooltip title="Clear selection">
        <IconButton size="small" aria-label="Clear selection" onClick={clear}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {dialog}
    </Paper>
  );
}

function foundBy({ search, filters }: ListState): string {
  if (filters.length > 0) return ' that the filter finds';
  return search === '' ? '' : ' that the search finds';
}

const barSx = {
  position: 'sticky',
  bottom: 12,
  zIndex: 4,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  rowGap: 0.5,
  mt: 1.5,
  pl: 2,
  pr: 1,
  py: 0.75,
  border: 1,
  borderColor: 'primary.main',
} as const;
