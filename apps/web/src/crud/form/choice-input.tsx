import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { choiceLabel } from '../fields/choice-label';
import { textOf, type InputProps } from './input-props';

type ChoiceInputProps = InputProps & {
  options: readonly string[];
  /** Other values are allowed, too. */
  isOpen: boolean;
  clearable: boolean;
};

/** A choice of several values; an open one also takes text. */
export function ChoiceInput({ options, isOpen, clearable, ...props }: ChoiceInputProps) {
  const { label, value, onChange, onBlur, inputRef, error, hint, required = false } = props;
  const look = {
    fullWidth: true,
    label,
    required,
    size: props.size ?? ('medium' as const),
    error: error !== undefined,
    helperText: error ?? hint,
    ...(onBlur && { onBlur }),
    ...(inputRef && { inputRef }),
  };
  if (isOpen) {
    return (
      <Autocomplete
        freeSolo
        options={[...options]}
        value={textOf(value)}
        inputValue={textOf(value)}
        // The field has a value already when it opens; all choices are offered then.
        filterOptions={(all) => all}
        onInputChange={(_, text) => onChange(text)}
        renderInput={(params) => <TextField {...params} {...look} />}
      />
    );
  }
  const stored = textOf(value);
  const isKnown = stored === '' || options.includes(stored);
  return (
    <TextField
      select
      {...look}
      value={stored}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } } } }}
    >
      {clearable && (
        <MenuItem value="">
          <em>None</em>
        </MenuItem>
      )}
      {(isKnown ? options : [stored, ...options]).map((option) => (
        <MenuItem key={option} value={option}>
          {choiceLabel(option)}
        </MenuItem>
      ))}
    </TextField>
  );
}
