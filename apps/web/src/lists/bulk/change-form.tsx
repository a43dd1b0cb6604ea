import RemoveIcon from '~icons/ic/baseline-close';
import { Box, Button, DialogActions, DialogContent, IconButton } from '@mui/material';
import type { FieldMeta } from '@portal/contracts/lists';
import { useState, type FormEvent } from 'react';
import { isMandatory } from '../fields/field-rules';
import { formValue } from '../fields/form-values';
import type { FormValues } from '../../forms/field';
import { parseField } from '../fields/parse-field';
import { FieldInput } from '../form/field-input';
import { SelectField } from '../../ui/inputs/select-field';

interface ChangeFormProps {
  /** The fields that can be changed. */
  fields: readonly FieldMeta[];
  /** The inputs of the chosen fields. */
  values: FormValues;
  onChange: (values: FormValues) => void;
  onCancel: () => void;
  onPreview: (change: Record<string, unknown>) => void;
}

/** The fields to change in all selected items, with their new values. */
export function ChangeForm({ fields, values, onChange, onCancel, onPreview }: ChangeFormProps) {
  const [isChecked, setChecked] = useState(false);
  const chosen = fields.filter(({ name }) => name in values);
  const others = fields.filter(({ name }) => !(name in values));
  const parsed = chosen.map((field) => ({
    field,
    read: parseField(field, values[field.name] ?? '', 'edit'),
  }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The dialog is within the page in React's tree, not in the document.
    event.stopPropagation();
    setChecked(true);
    const change: Record<string, unknown> = {};
    for (const { field, read } of parsed) {
      if ('error' in read) return;
      change[field.name] = read.value;
    }
    onPreview(change);
  }

  function add(name: string): void {
    const field = others.find((one) => one.name === name);
    if (field) onChange({ ...values, [name]: formValue(field, field.default) });
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={formSx}>
      <DialogContent
        sx={{
          display: 'grid',
          gridAutoRows: 'max-content',
          gap: 2.5,
          pt: '8px !important',
        }}
      >
        {parsed.map(({ field, read }) => (
          <Box key={field.name} sx={rowSx}>
            <FieldInput
              field={field}
              label={field.label}
              value={values[field.name] ?? ''}
              onChange={(value) => onChange({ ...values, [field.name]: value })}
              required={isMandatory(field, 'edit')}
              error={isChecked && 'error' in read ? read.error : undefined}
            />
            <IconButton
              aria-label={`Do not change ${field.label}`}
              onClick={() => onChange(without(values, field.name))}
              sx={{ mt: 1 }}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
        {others.length > 0 && (
          <SelectField
            fullWidth
            label={chosen.length === 0 ? 'Field to change' : 'Another field'}
            value=""
            options={others.map(({ name, label }) => ({ value: name, label }))}
            onChange={add}
            helperText="All selected items get the same values; other fields stay as they are."
          />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="contained" disabled={chosen.length === 0}>
          Preview
        </Button>
      </DialogActions>
    </Box>
  );
}

function without(values: FormValues, name: string): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

const formSx = { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } as const;
const rowSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: 1,
} as const;
