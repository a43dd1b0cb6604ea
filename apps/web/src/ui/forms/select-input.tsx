import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { ClearButton } from './clear-button';

interface SelectInputProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  label: string;
  /** Explains the field; an error replaces it. */
  hint: string;
  options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice in a form, which can be cleared; no choice is null. */
export function SelectInput<Values extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  options,
}: SelectInputProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, onBlur } = field;
  const chosen = typeof value === 'string' ? value : '';
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={chosen}
      onChange={onChange}
      onBlur={onBlur}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } } },
        input: {
          endAdornment: chosen !== '' && (
            <ClearButton label={label} onClear={() => onChange(null)} marginRight={2.5} />
          ),
        },
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
