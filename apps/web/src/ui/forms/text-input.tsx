import TextField from '@mui/material/TextField';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { ClearButton } from './clear-button';

interface TextInputProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  label: string;
  /** Explains the field; an error replaces it. */
  hint: string;
}

/** A text field of a form, which can be cleared. */
export function TextInput<Values extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
}: TextInputProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, onBlur } = field;
  const text = typeof value === 'string' ? value : '';
  return (
    <TextField
      fullWidth
      label={label}
      name={name}
      value={text}
      onChange={onChange}
      onBlur={onBlur}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        input: {
          endAdornment: text !== '' && <ClearButton label={label} onClear={() => onChange('')} />,
        },
      }}
    />
  );
}
