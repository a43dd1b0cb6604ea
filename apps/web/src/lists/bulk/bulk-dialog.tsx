import type { ListMeta } from '@portal/contracts/lists';
import { useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { useUnsavedGuard } from '../../ui/inputs/unsaved-guard';
import { formFields } from '../fields/field-rules';
import type { FormValues } from '../../forms/field';
import { BulkPreview } from './bulk-preview';
import { selectionText, type BulkChange, type BulkSelection } from './bulk-selection';
import { ChangeForm } from './change-form';

interface BulkDialogProps {
  meta: ListMeta;
  kind: 'edit' | 'delete';
  /** The selection when the dialog opens; refused items can be left out. */
  first: BulkSelection;
  onClose: () => void;
  /** The items are changed or deleted. */
  onDone: () => void;
}

/** Changes or deletes the selected items: first the new values, then a preview. Load it lazily. */
export default function BulkDialog({ meta, kind, first, onClose, onDone }: BulkDialogProps) {
  const [selection, setSelection] = useState(first);
  const [values, setValues] = useState<FormValues>({});
  const [change, setChange] = useState<BulkChange>();
  const { close, question } = useUnsavedGuard(Object.keys(values).length > 0, onClose);
  const fields = formFields(meta, 'edit');
  const items = selectionText(meta, selection);
  const planned = kind === 'delete' ? null : change;

  return (
    <AppDialog
      title={kind === 'edit' ? `Edit ${items}` : `Delete ${items}?`}
      width={600}
      onClose={close}
    >
      {planned === undefined ? (
        <ChangeForm
          fields={fields}
          values={values}
          onChange={setValues}
          onCancel={close}
          onPreview={setChange}
        />
      ) : (
        <BulkPreview
          {...{ meta, fields, selection, onDone }}
          change={planned}
          onSelection={setSelection}
          {...(kind === 'edit' && { onBack: () => setChange(undefined) })}
          onCancel={close}
        />
      )}
      {question}
    </AppDialog>
  );
}
