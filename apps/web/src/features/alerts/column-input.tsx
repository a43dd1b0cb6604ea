import { Autocomplete, TextField } from '@mui/material';
import { isNumeric } from '@portal/domain/numeric-types';
import { type InputProps, lookOf, textOf } from '../../forms/inputs/input-props';
import type { StatColumns } from './api';

interface ColumnInputProps extends InputProps {
  columns: StatColumns;
  /** Offers columns with numbers alone. */
  numeric: boolean;
}

/** A column of the result of a statistic, chosen or typed. */
export function ColumnInput({ columns: { data, isFailed }, numeric, ...props }: ColumnInputProps) {
  const value = textOf(props.value);
  const offered = (data ?? []).filter(({ type }) => !numeric || isNumeric(type));
  const hint = isFailed ? 'The statistic cannot be read now: type the name' : props.hint;
  return (
    <Autocomplete
      freeSolo
      options={[...new Set(offered.map(({ name }) => name))]}
      value={value}
      inputValue={value}
      onInputChange={(_, next) => {
        if (next !== value) props.onChange(next);
      }}
      renderInput={(params) => <TextField {...params} {...lookOf({ ...props, hint })} />}
    />
  );
}
