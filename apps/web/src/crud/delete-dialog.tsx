import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import type { CrudItem, CrudMeta } from '@portal/contracts/crud';
import { AppDialog } from '../ui/dialogs/app-dialog';
import { alsoDeleted } from './bulk/bulk-selection';
import { RefusalList } from './bulk/refusal-list';
import { itemName, keyOf } from './fields/field-rules';
import { useBulkPreview } from './requests/bulk-preview';
import { useDeleteItem } from './requests/delete-item';

interface DeleteDialogProps {
  meta: CrudMeta;
  item: CrudItem;
  onClose: () => void;
}

/**
 * Asks before an item is deleted, and says what the server deletes with it. The question does not
 * wait for that. Load it lazily.
 */
export default function DeleteDialog({ meta, item, onClose }: DeleteDialogProps) {
  const remove = useDeleteItem(meta);
  const preview = useBulkPreview(meta, { by: 'ids', ids: [Number(keyOf(meta, item))] }, null);
  const { also_deleted: others = [], refusals = [] } = preview.data ?? {};
  const name = itemName(meta, item);
  return (
    <AppDialog
      title={`Delete this ${meta.label.toLowerCase()}?`}
      width={400}
      closeButton={false}
      onClose={onClose}
    >
      <DialogContent>
        {refusals.length > 0 ? (
          <RefusalList
            meta={meta}
            title={`'${name}' cannot be deleted.`}
            refusals={refusals.map(({ pointer, detail }) => ({ pointer, detail }))}
          />
        ) : (
          <DialogContentText aria-live="polite" sx={{ overflowWrap: 'anywhere' }}>
            '{name}' will be deleted.{alsoDeleted(others)}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color="error"
          disabled={refusals.length > 0}
          onClick={() => {
            remove.mutate(item);
            onClose();
          }}
        >
          Delete
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
