import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { CrudItem, CrudMeta, FieldMeta } from '@portal/contracts/crud';
import { Controller } from 'react-hook-form';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { useUnsavedGuard } from '../../ui/forms/unsaved-guard';
import { isMandatory } from '../fields/field-rules';
import { ConflictPanel } from './conflict-panel';
import { FieldInput } from './field-input';
import { useItemForm } from './use-item-form';

interface ItemFormProps {
  meta: CrudMeta;
  fields: readonly FieldMeta[];
  fixed: Readonly<Record<string, string | number>>;
  item: CrudItem | undefined;
  title: string;
  width: 600 | 800;
  onClose: () => void;
}

/** The form of a dialog; in place of it the conflict of a stale edit. */
export function ItemForm({ meta, fields, fixed, item, title, width, onClose }: ItemFormProps) {
  const form = useItemForm({ meta, fields, fixed, item, onDone: onClose });
  const mode = item ? 'edit' : 'create';
  const { close, question } = useUnsavedGuard(form.isDirty, onClose);

  if (form.conflict) {
    return (
      <AppDialog title={title} width={width} onClose={close}>
        <ConflictPanel
          conflict={form.conflict}
          saving={form.isSaving}
          onCancel={close}
          onResolve={form.resolve}
        />
        {question}
      </AppDialog>
    );
  }
  return (
    <AppDialog title={title} width={width} onClose={close}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void form.submit(event)}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent sx={width === 800 ? WIDE : NARROW}>
          {fields.map((field) => (
            <Controller
              key={field.name}
              control={form.control}
              name={field.name}
              render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
                <FieldInput
                  field={field}
                  label={field.label}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  inputRef={ref}
                  required={isMandatory(field, mode)}
                  error={fieldState.error?.message}
                />
              )}
            />
          ))}
        </DialogContent>
        {form.failure !== null && (
          <Alert severity="error" sx={{ mx: 3, mb: 1 }}>
            {form.failure}
          </Alert>
        )}
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="contained" loading={form.isSaving}>
            {item ? 'Save Changes' : 'Create'}
          </Button>
        </DialogActions>
      </Box>
      {question}
    </AppDialog>
  );
}

const NARROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridAutoRows: 'max-content',
  gap: 2.5,
  // The label of the first field is above its border.
  pt: '8px !important',
} as const;
const WIDE = {
  ...NARROW,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;
