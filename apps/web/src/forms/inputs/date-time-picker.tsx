import { DateTimePicker as MuiDateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { format, isValid, parseISO } from 'date-fns';
import { useState } from 'react';
import { lookOf, type InputProps } from './input-props';
import { DateAdapter } from '../../ui/inputs/date-adapter';

/** Passed for an incomplete time, so that the form is invalid. */
const NOT_A_TIME = 'not a time';

/** Day and time in the user's time zone. Load it lazily: it is heavy. */
export default function DateTimePicker(props: InputProps) {
  const { label, value, onChange } = props;
  const { inputRef, ...look } = lookOf(props);
  const [typed, setTyped] = useState<Date | null>(null);
  const time = typeof value === 'string' && value !== '' ? parseISO(value) : null;
  const shown = time !== null && !isValid(time) ? typed : time;

  function change(next: Date | null): void {
    setTyped(next);
    if (next === null) onChange('');
    else onChange(isValid(next) ? format(next, "yyyy-MM-dd'T'HH:mm:ss") : NOT_A_TIME);
  }

  return (
    <LocalizationProvider dateAdapter={DateAdapter}>
      <MuiDateTimePicker
        label={label}
        value={shown}
        format="yyyy-MM-dd HH:mm:ss"
        ampm={false}
        views={['year', 'month', 'day', 'hours', 'minutes', 'seconds']}
        onChange={change}
        {...(inputRef && { inputRef })}
        slotProps={{
          textField: look,
          field: { clearable: true },
        }}
      />
    </LocalizationProvider>
  );
}
