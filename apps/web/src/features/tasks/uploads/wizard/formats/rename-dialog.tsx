import { TextField } from '@mui/material';
import type { FileFormat } from '@portal/contracts/file-formats';
import { useState } from 'react';
import { FormDialog } from '../../../../../forms/form-dialog';
import { detailOf } from '../../../../../lib/api-error';
import { useRenameFormat } from './api';

/** Another name for a format: uploads by the API name it. */
export function RenameDialog({ format, onClose }: { format: FileFormat; onClose: () => void }) {
  const [name, setName] = useState(format.name);
  const rename = useRenameFormat(format.id);
  return (
    <FormDialog
      title={`Rename ${format.name}`}
      width={400}
      submitLabel="Rename"
      isDirty={name !== format.name}
      isSaving={rename.isPending}
      disabled={name.trim() === '' || name === format.name}
      failure={rename.error && detailOf(rename.error, 'The format could not be renamed')}
      error={rename.error}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(name.trim(), { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name of the format"
        value={name}
        onChange={({ target }) => setName(target.value)}
        helperText="Uploads with ?format= must use the new name from now on."
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </FormDialog>
  );
}
