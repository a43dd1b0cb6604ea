import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { IconButton, Tooltip } from '@mui/material';
import type { ListedItem, ListMeta } from '@portal/contracts/lists';
import { formFields, keyOf } from '../fields/field-rules';
import type { OpenDialog } from '../../ui/dialogs/use-dialog';
import { DeleteDialog, ItemDialog } from '../list-dialogs';
import { HistoryButton } from './history-button';

interface RowActionsProps {
  meta: ListMeta;
  item: ListedItem;
  name: string;
  /** The page with the history of an item, instead of its changes in the audit. */
  historyPath?: ((key: string) => string) | undefined;
  onOpen: OpenDialog;
}

/** Edit, history and delete, as far as the metadata and the permissions offer them. */
export function RowActions({ meta, item, name, historyPath, onOpen }: RowActionsProps) {
  const canEdit = meta.operations.includes('update') && formFields(meta, 'edit').length > 0;
  const key = keyOf(meta, item);
  return (
    <>
      {canEdit && (
        <Tooltip title="Edit">
          <IconButton
            size="small"
            aria-label={`Edit ${name}`}
            onClick={() => onOpen((onClose) => <ItemDialog {...{ meta, item, onClose }} />)}
          >
            <EditIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <HistoryButton entity={meta.audit_entity} id={key} name={name} path={historyPath?.(key)} />
      {meta.operations.includes('delete') && (
        <Tooltip title="Delete">
          <IconButton
            size="small"
            aria-label={`Delete ${name}`}
            onClick={() => onOpen((onClose) => <DeleteDialog {...{ meta, item, onClose }} />)}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}
