import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { AsyncPicker, type AsyncPickerProps } from '../pickers/async-picker';

type Source<Option> = Pick<
  AsyncPickerProps<Option>,
  'label' | 'searchKey' | 'search' | 'keyOf' | 'labelOf' | 'renderOption' | 'required' | 'disabled'
>;

interface PickerInputProps<Option, Values extends FieldValues, Output> extends Source<Option> {
  control: Control<Values, unknown, Output>;
  /** The field; its value is an option, or null. */
  name: FieldPath<Values>;
  /** Explains the field; an error replaces it. */
  hint: string;
  /** Whether the value of the form is an option. */
  isOption: (value: unknown) => value is Option;
}

/** A choice in a form that is searched on the server; no choice is null. */
export function PickerInput<Option, Values extends FieldValues, Output>({
  control,
  name,
  hint,
  isOption,
  ...source
}: PickerInputProps<Option, Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  return (
    <AsyncPicker
      {...source}
      value={isOption(value) ? value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      hint={fieldState.error?.message ?? hint}
    />
  );
}
