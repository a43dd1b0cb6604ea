import { FormControl, FormControlLabel, FormHelperText, Switch } from '@mui/material';
import type { InputProps } from './input-props';

export function SwitchInput({ label, value, onChange, onBlur, inputRef, error, hint }: InputProps) {
  const text = error ?? hint;
  return (
    <FormControl error={error !== undefined}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={value === true}
            onChange={(_, checked) => onChange(checked)}
            {...(onBlur && { onBlur })}
            slotProps={{ input: { ...(inputRef && { ref: inputRef }) } }}
          />
        }
      />
      {text !== undefined && <FormHelperText>{text}</FormHelperText>}
    </FormControl>
  );
}
