import { MenuItem, TextField, type TextFieldProps } from '@mui/material';
import type { ReactNode } from 'react';

export interface Option {
  readonly value: string;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

type SelectFieldProps = Omit<TextFieldProps, 'select' | 'onChange' | 'children'> & {
  /** One that is not among the options is no choice. */
  value: string;
  options: readonly Option[];
  /** The text for no choice, which is an option then. */
  none?: string;
  onChange: (value: string) => void;
};

/** A choice of several values. */
export function SelectField({ value, options, none, onChange, ...props }: SelectFieldProps) {
  return (
    <TextField
      select
      value={options.some((one) => one.value === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      {...(none !== undefined && {
        slotProps: { inputLabel: { shrink: true }, select: { displayEmpty: true } },
      })}
      {...props}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {options.map((one) => (
        <MenuItem key={one.value} value={one.value} disabled={one.disabled ?? false}>
          {one.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
