import { TextField } from '@mui/material';
import { Suspense } from 'react';
import type { DatePickerProps } from './date-picker';
import { lazyPart } from '../lazy-part';

const LazyPicker = lazyPart(async () => (await import('./date-picker')).DatePicker);

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
