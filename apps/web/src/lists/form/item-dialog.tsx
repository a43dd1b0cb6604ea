import { Box, CircularProgress, DialogContent } from '@mui/material';
import type { ListedItem, ListMeta } from '@portal/contracts/lists';
import { useMemo, useState } from 'react';
import { detailOf } from '../../lib/api-error';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { formFields, itemName, type FormMode } from '../fields/field-rules';
import { useWholeItem } from '../api';
import { FailurePanel } from '../../ui/failure';
import { ItemForm } from './item-form';

export interface ItemDialogProps {
  meta: ListMeta;
  /** The item to edit; a new one if absent. */
  item?: ListedItem | undefined;
  onClose: () => void;
  onCreated?: ((item: ListedItem) => void) | undefined;
}

/** Creates or edits an item of a list, by its metadata. Load it lazily. */
export default function ItemDialog({ item, onClose, onCreated, ...props }: ItemDialogProps) {
  // The metadata may be fetched again while the form is open.
  const [meta] = useState(props.meta);
  const mode: FormMode = item ? 'edit' : 'create';
  const fields = useMemo(() => formFields(meta, mode), [meta, mode]);
  const whole = useWholeItem(meta, fields, item);
  const title = item ? `Edit ${itemName(meta, item)}` : `Create ${meta.label}`;
  const width = fields.length > 4 ? 800 : 600;

  if (item === undefined || whole.data) {
    return <ItemForm {...{ meta, fields, title, width, onClose, onCreated }} item={whole.data} />;
  }
  return (
    <AppDialog title={title} width={width} onClose={onClose}>
      <DialogContent>
        {whole.error ? (
          <FailurePanel
            title="Error loading items"
            detail={detailOf(whole.error, 'The item could not be loaded.')}
            onRetry={whole.refetch}
          />
        ) : (
          <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 240 }}>
            <CircularProgress aria-label={`Loading ${meta.label}`} />
          </Box>
        )}
      </DialogContent>
    </AppDialog>
  );
}
