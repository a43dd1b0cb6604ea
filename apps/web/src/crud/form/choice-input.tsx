import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { choiceLabel, choiceOf } from '../fields/choice-label';
import { textOf, type InputProps } from './input-props';

type ChoiceInputProps = InputProps & {
  options: readonly string[];
  /** Other values are allowed, too. */
  isOpen: boolean;
  clearable: boolean;
};

/** A choice of several values; an open one also accepts other text. */
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
  const stored = textOf(value);
  if (isOpen) return <OpenChoice {...{ options, value: stored, onChange, look }} />;
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

interface OpenChoiceProps {
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  look: TextFieldProps;
}

/** Text whose choices can be picked, or typed as their labels. */
function OpenChoice({ options, value, onChange, look }: OpenChoiceProps) {
  const labelOf = (one: string) => (options.includes(one) ? choiceLabel(one) : one);
  const [typed, setTyped] = useState(() => labelOf(value));
  // What the user types stays as it is, until the value changes otherwise.
  const text = choiceOf(options, typed) === value ? typed : labelOf(value);
  return (
    <Autocomplete
      freeSolo
      options={[...options]}
      getOptionLabel={labelOf}
      value={value}
      inputValue={text}
      // The field has a value already when it opens; all choices are offered then.
      filterOptions={(all) => all}
      onInputChange={(_, next, reason) => {
        if (reason === 'reset') return;
        setTyped(next);
        onChange(choiceOf(options, next));
      }}
      renderInput={(params) => <TextField {...params} {...look} />}
    />
  );
}
