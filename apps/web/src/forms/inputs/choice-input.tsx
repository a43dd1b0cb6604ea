import { Autocomplete, TextField, type TextFieldProps } from '@mui/material';
import { useState } from 'react';
import { choiceLabel, choiceOf } from './choice-label';
import { lookOf, textOf, type InputProps } from './input-props';
import { LongChoiceInput } from './long-choice-input';
import { SelectInput } from './select-input';

/** Longer lists are searched. */
const LONGEST_MENU = 100;

type ChoiceInputProps = InputProps & {
  options: readonly string[];
  /** Other values are allowed, too. */
  isOpen: boolean;
  clearable: boolean;
};

/** A choice of several values; an open one also accepts other text. */
export function ChoiceInput({ options, isOpen, clearable, ...props }: ChoiceInputProps) {
  const stored = textOf(props.value);
  if (isOpen) {
    const { onChange } = props;
    return <OpenChoice {...{ options, value: stored, onChange, look: lookOf(props) }} />;
  }
  const isKnown = stored === '' || options.includes(stored);
  const offered = isKnown ? options : [stored, ...options];
  if (offered.length > LONGEST_MENU) {
    return <LongChoiceInput {...props} options={offered} clearable={clearable} />;
  }
  return (
    <SelectInput
      {...props}
      clearable={clearable}
      options={offered.map((value) => ({ value, label: choiceLabel(value) }))}
    />
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
