import { useForkRef } from '@mui/material';
import { DatePicker as MuiDatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { format, isValid, parseISO } from 'date-fns';
import { useMemo, useRef, useState, type FocusEvent, type ReactNode, type Ref } from 'react';
import { DateAdapter } from './date-adapter';

export interface DatePickerProps {
  label: string;
  /** A day as YYYY-MM-DD; null if empty. */
  value: string | null;
  /** Text that is not a day is passed as `NOT_A_DAY`, so that the form is invalid. */
  onChange: (day: string | null) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  hint?: ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
}

/** The value of a form whose date is incomplete or does not exist. */
const NOT_A_DAY = 'not a day';
const NOT_VALID = 'Must be a valid date';

/** A date with a calendar. Load it by `DateInput`: it is heavy. */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, onBlur, inputRef, hint, error = false } = props;
  const [typed, setTyped] = useState<Date | null>(null);
  const day = useMemo(() => (value === null ? null : parseISO(value)), [value]);
  const input = useRef<HTMLInputElement>(null);
  const ref = useForkRef(input, inputRef);
  const [incomplete, setIncomplete] = useState(false);
  const wrong = day !== null && !isValid(day);
  const invalid = wrong || incomplete;

  function change(next: Date | null): void {
    setTyped(next);
    setIncomplete(false);
    onChange(next === null ? null : isValid(next) ? format(next, 'yyyy-MM-dd') : NOT_A_DAY);
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (currentTarget.contains(relatedTarget)) return;
    // The library reports no change while an empty date is filled in part, or emptied from there.
    if (day === null || (wrong && typed === null)) {
      const filled = input.current?.value !== '';
      if (filled !== incomplete) {
        setIncomplete(filled);
        onChange(filled ? NOT_A_DAY : null);
      }
    }
    onBlur?.();
  }

  return (
    <LocalizationProvider dateAdapter={DateAdapter}>
      <MuiDatePicker
        label={label}
        value={wrong ? typed : day}
        format="yyyy-MM-dd"
        onChange={change}
        disabled={props.disabled ?? false}
        inputRef={ref}
        slotProps={{
          textField: {
            fullWidth: true,
            required: props.required ?? false,
            helperText: invalid ? NOT_VALID : hint,
            ...((error || invalid) && { error: true }),
            onBlur: leave,
          },
          field: { clearable: true },
        }}
      />
    </LocalizationProvider>
  );
}
