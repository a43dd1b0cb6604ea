import { Autocomplete, TextField } from '@mui/material';
import { choiceOf } from './choice-label';
import { listOf, lookOf, type InputProps } from './input-props';

type ListInputProps = InputProps & {
  /** The possible elements; any text if null. */
  options: readonly string[] | null;
  /** Other elements are allowed, too. */
  isOpen?: boolean;
  /** The text of an element; the element itself if absent. */
  textFor?: (option: string) => string;
};

/** Several values as chips. */
export function ListInput({ options, isOpen = false, textFor = itself, ...props }: ListInputProps) {
  const { value, onChange, onBlur } = props;
  const known = (text: string) => (isOpen ? choiceOf(options ?? [], text) : text);
  const change = (next: readonly string[]) => onChange([...new Set(next.map(known))]);
  return (
    <Autocomplete
      multiple
      freeSolo={options === null || isOpen}
      options={[...(options ?? [])]}
      getOptionLabel={textFor}
      value={[...listOf(value)]}
      // Text that is not chosen with Enter counts when the field loses the focus.
      autoSelect={options === null}
      clearOnBlur
      onChange={(_, chosen) => change(chosen)}
      renderInput={(params) => (
        <TextField
          {...params}
          {...lookOf(props)}
          onBlur={({ target }) => {
            const text = target.value.trim();
            if (isOpen && text !== '') change([...listOf(value), text]);
            onBlur?.();
          }}
        />
      )}
    />
  );
}

function itself(option: string): string {
  return option;
}
