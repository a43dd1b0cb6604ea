import { MenuItem, TextField } from '@mui/material';

interface ChoiceFieldProps {
  label: string;
  /** The text for no choice, which is an option then. */
  none?: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  disabled?: boolean;
  hint?: string;
  onChange: (value: string) => void;
}

/** A small select; no choice is an empty string. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, none, value, options, disabled = false, hint, onChange } = props;
  return (
    <TextField
      select
      size="small"
      label={label}
      value={options.some((option) => option.value === value) ? value : ''}
      disabled={disabled}
      helperText={hint}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        inputLabel: none === undefined ? {} : { shrink: true },
        select: { displayEmpty: none !== undefined },
      }}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
