import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { listOf, type InputProps } from './input-props';

type ListInputProps = InputProps & {
  /** The possible elements; any text if null. */
  options: readonly string[] | null;
  /** The text of an element; the element itself if absent. */
  textFor?: (option: string) => string;
};

/** Several values as chips. */
export function ListInput({ options, textFor = itself, ...props }: ListInputProps) {
  const { label, value, onChange, onBlur, inputRef, error, hint, required = false } = props;
  return (
    <Autocomplete
      multiple
      freeSolo={options === null}
      options={[...(options ?? [])]}
      getOptionLabel={textFor}
      value={[...listOf(value)]}
      // Text that is not chosen with Enter counts when the field loses the focus.
      autoSelect={options === null}
      onChange={(_, chosen) => onChange(chosen)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          size={props.size ?? 'medium'}
          error={error !== undefined}
          helperText={error ?? hint}
          {...(onBlur && { onBlur })}
          {...(inputRef && { inputRef })}
        />
      )}
    />
  );
}

function itself(option: string): string {
  return option;
}
