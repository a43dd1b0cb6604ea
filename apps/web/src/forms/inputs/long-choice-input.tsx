import { Autocomplete, TextField } from '@mui/material';
import { searchText } from '@portal/domain/search-text';
import { lookOf, textOf, type InputProps } from './input-props';

interface LongChoiceInputProps extends InputProps {
  options: readonly string[];
  /** How many are shown at once. */
  shown?: number;
  /** The heading above an option; options of a group are neighbours. */
  groupOf?: (option: string) => string;
  /** Whether it has a button that empties it. */
  clearable?: boolean;
}

/** A choice of more values than a menu can show: it begins with the first ones, typing finds the others. */
export function LongChoiceInput({
  options,
  shown = 60,
  groupOf,
  clearable = true,
  ...props
}: LongChoiceInputProps) {
  const { label, onChange } = props;
  const value = textOf(props.value);
  return (
    <Autocomplete
      options={[...options]}
      value={value === '' ? null : value}
      onChange={(_, next) => onChange(next ?? '')}
      {...(groupOf && { groupBy: groupOf })}
      disableClearable={!clearable}
      clearText={`Clear ${label}`}
      noOptionsText="No matches"
      autoHighlight
      filterOptions={(all, { inputValue }) => matching(all, inputValue).slice(0, shown)}
      slotProps={{ clearIndicator: { sx: { visibility: 'visible' } } }}
      renderInput={(params) => (
        <TextField {...params} {...lookOf(props)} placeholder="Type to search" />
      )}
    />
  );
}

/** 'America/Los_Angeles' is also found as 'los angeles'. */
function matching(options: readonly string[], typed: string): string[] {
  const wanted = searchText(typed);
  return options.filter((one) => searchText(`${one} ${one.replaceAll('_', ' ')}`).includes(wanted));
}
