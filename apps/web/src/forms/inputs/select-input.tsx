import { ClearButton } from '../../ui/inputs/clear-button';
import { type Option, SelectField } from '../../ui/inputs/select-field';
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
  // A choice for nothing is shown like any other.
  const namesNothing = options.some((one) => one.value === '');
  return (
    <SelectField
      {...lookOf(props)}
      {...{ value, options, onChange }}
      slotProps={{
        ...(namesNothing && { inputLabel: { shrink: true } }),
        select: {
          displayEmpty: namesNothing,
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } },
        },
        input: {
          endAdornment: clearable && value !== '' && (
            <ClearButton label={label} onClear={() => onChange('')} marginRight={2.5} />
          ),
        },
      }}
    />
  );
}
