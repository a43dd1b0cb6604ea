import type { FieldMeta } from '@portal/contracts/lists';
import { AsyncPicker } from '../../ui/pickers/async-picker';
import { listKeys } from '../keys';
import { findChoices, type Reference, sourceOf, useReferenceLabels } from '../references';
import { listOf, textOf, type InputProps } from '../../forms/inputs/input-props';

type ReferenceInputProps = InputProps & {
  field: FieldMeta;
  /** Several items; the value is a list. */
  multiple?: boolean;
  /** The values of the other fields of the form that select the candidates. */
  others?: Readonly<Record<string, string>>;
};

const NONE = {};

/** A choice of items of another list, which is searched on the server. */
export function ReferenceInput({
  field,
  multiple = false,
  others = NONE,
  ...props
}: ReferenceInputProps) {
  const { label, value, onChange, error, hint, onBlur, inputRef } = props;
  const source = sourceOf(field, others);
  const chosen = multiple ? listOf(value) : [textOf(value)].filter((text) => text !== '');
  const labels = useReferenceLabels(field, chosen);
  if (source === null) return null;

  const references = chosen.map((one) => ({ value: one, label: labels?.get(one) ?? one }));
  const text = error ?? hint;
  const common = {
    label,
    searchKey: [...listKeys.base(source.base), 'references', field.minimum],
    search: (wanted: string, signal: AbortSignal) => findChoices(field, source, wanted, signal),
    keyOf: (one: Reference) => one.value,
    labelOf: (one: Reference) => one.label,
    required: props.required ?? false,
    error: error !== undefined,
    ...(text !== undefined && { hint: text }),
    ...(onBlur && { onBlur }),
    ...(inputRef && { inputRef }),
  };
  return multiple ? (
    <AsyncPicker
      {...common}
      multiple
      value={references}
      onChange={(next) => onChange(next.map((one) => one.value))}
    />
  ) : (
    <AsyncPicker
      {...common}
      value={references[0] ?? null}
      onChange={(next) => onChange(next?.value ?? '')}
    />
  );
}
