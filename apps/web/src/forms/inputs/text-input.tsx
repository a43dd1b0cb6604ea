import { TextField, type TextFieldProps } from '@mui/material';
import { ClearButton } from '../../ui/inputs/clear-button';
import { lookOf, textOf, type InputProps } from './input-props';

interface TextInputProps extends InputProps, Pick<TextFieldProps, 'disabled' | 'type' | 'minRows'> {
  multiline?: boolean;
  maxLength?: number;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'url';
  /** Whether it has a button that empties it. */
  clearable?: boolean;
}

/** One line of text, or several. */
export function TextInput(props: TextInputProps) {
  const { label, onChange, maxLength, inputMode, clearable = false } = props;
  const { disabled = false, type = 'text', multiline = false, minRows = multiline ? 2 : 1 } = props;
  const value = textOf(props.value);
  return (
    <TextField
      {...lookOf(props)}
      {...{ value, type, disabled, multiline, minRows }}
      maxRows={8}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        htmlInput: { maxLength, inputMode },
        input: {
          endAdornment: clearable && value !== '' && (
            <ClearButton label={label} onClear={() => onChange('')} />
          ),
        },
      }}
    />
  );
}
