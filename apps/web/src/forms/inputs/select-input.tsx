import { MenuItem, TextField } from '@mui/material';
import { ClearButton } from '../../ui/inputs/clear-button';
import type { Option } from '../field';
import { lookOf, textOf, type InputProps } from './input-props';

interface SelectInputProps extends InputProps {
  options: readonly Option[];
  /** Whether it has a button that empties it. */
  clearable?: boolean;
}

/** A choice of several values. */
export function SelectInput({ options, clearable = false, ...props }: SelectInputProps) {
  const { label, onChange } = props;
  const value = textOf(props.value);
  return (
    <TextField
      select
      {...lookOf(props)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } } },
        input: {
          endAdornment: clearable && value !== '' && (
            <ClearButton label={label} onClear={() => onChange('')} marginRight={2.5} />
          ),
        },
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value} disabled={option.disabled ?? false}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
