import type { FieldMeta } from '@portal/contracts/lists';
import { Suspense } from 'react';
import { DateField } from '../../ui/inputs/date-input';
import { ChoiceInput } from '../../forms/inputs/choice-input';
import { textOf, type InputProps } from '../../forms/inputs/input-props';
import { JsonInput } from '../../forms/inputs/json-input';
import { ListInput } from '../../forms/inputs/list-input';
import { ReferenceInput } from './reference-input';
import { TextInput } from '../../forms/inputs/text-input';
import { SwitchInput } from '../../forms/inputs/switch-input';
import { lazyPart } from '../../ui/lazy-part';

const DateTimePicker = lazyPart(() => import('../../forms/inputs/date-time-picker'));

type FieldInputProps = InputProps & {
  field: FieldMeta;
  /** The values of the other fields of the form that select the candidates. */
  others?: Readonly<Record<string, string>>;
};

/** The input for a field: by its reference, its choices or its type. */
export function FieldInput({ field, others, ...props }: FieldInputProps) {
  if (field.foreign_key) {
    const isList = field.type === 'list';
    return (
      <ReferenceInput {...props} field={field} multiple={isList} {...(others && { others })} />
    );
  }
  if (field.type === 'list') return <ListInput {...props} options={field.enum} />;
  if (field.enum) {
    const { enum: options, enum_is_open: isOpen, nullable } = field;
    return <ChoiceInput {...props} options={options} isOpen={isOpen} clearable={nullable} />;
  }
  switch (field.type) {
    case 'boolean':
      return <SwitchInput {...props} />;
    case 'dict':
      return <JsonInput {...props} />;
    case 'date':
      return <DayInput {...props} />;
    case 'datetime':
      return (
        <Suspense fallback={<TextInput {...props} disabled />}>
          <DateTimePicker {...props} />
        </Suspense>
      );
    case 'integer':
    case 'number':
      return <TextInput {...props} inputMode={field.type === 'integer' ? 'numeric' : 'decimal'} />;
    case 'string':
      return <TextInput {...props} multiline={isLong(field)} />;
  }
}

const LONG_TEXT = 1000;

/** Descriptions get several lines, unlike URLs and codes of the same length. */
function isLong({ max_length, searchable }: FieldMeta): boolean {
  return searchable && (max_length ?? 0) > LONG_TEXT;
}

function DayInput({ value, onChange, error, hint, ...props }: InputProps) {
  const { label, onBlur, inputRef, required = false } = props;
  const text = error ?? hint;
  return (
    <DateField
      label={label}
      value={textOf(value) || null}
      onChange={(day) => onChange(day ?? '')}
      {...(onBlur && { onBlur })}
      {...(inputRef && { inputRef })}
      {...(text !== undefined && { hint: text })}
      required={required}
      error={error !== undefined}
    />
  );
}
