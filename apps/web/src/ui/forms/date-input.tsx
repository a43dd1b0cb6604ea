import TextField from '@mui/material/TextField';
import { lazy, Suspense } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import type { DatePickerProps } from './date-picker';

const LazyPicker = lazy(async () => ({ default: (await import('./date-picker')).DatePicker }));

/** A date with a calendar, which is loaded on first use; until then a field that cannot be used. */
export function DateField(props: DatePickerProps) {
  const { label, value, hint } = props;
  const loading = (
    <TextField
      fullWidth
      disabled
      label={label}
      value={value ?? ''}
      helperText={hint}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  return (
    <Suspense fallback={loading}>
      <LazyPicker {...props} />
    </Suspense>
  );
}

interface DateInputProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  /** The field; its value is YYYY-MM-DD, or null. */
  name: FieldPath<Values>;
  label: string;
  /** Explains the field; an error replaces it. */
  hint: string;
  required?: boolean;
  disabled?: boolean;
}

/** A day in a form; an empty field is null. */
export function DateInput<Values extends FieldValues, Output>({
  control,
  name,
  hint,
  ...look
}: DateInputProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  return (
    <DateField
      {...look}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      hint={fieldState.error?.message ?? hint}
    />
  );
}
