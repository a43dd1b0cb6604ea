import type { ListedItem, FieldMeta } from '@portal/contracts/lists';
import { format } from 'date-fns';
import type { Fields } from '../../forms/conflict';
import { inUserZone } from '../../lib/user-zone';
import type { FormMode } from './field-rules';
import type { FormValues } from '../../forms/field';
import type { FormValue } from '../../forms/inputs/input-props';
import { plainText } from '../../lib/plain-text';
import { parseField } from './parse-field';

/** The first values of a form: those of the item, or the defaults. */
export function formValues(fields: readonly FieldMeta[], item?: ListedItem): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, formValue(field, item ? item[field.name] : field.default)]),
  );
}

/** A value of the API as the form contains it. */
export function formValue({ type }: FieldMeta, value: unknown): FormValue {
  if (type === 'list') return Array.isArray(value) ? value.map(plainText) : [];
  // The server completes a switch without a default as off.
  if (type === 'boolean') return value === true;
  if (value === null || value === undefined) return '';
  if (type === 'dict') return JSON.stringify(value, null, 2);
  if (type === 'datetime') return format(inUserZone(plainText(value)), LOCAL_INSTANT);
  return plainText(value);
}

/** The body that creates an item: an empty field that is not mandatory is left to the server. */
export function newItem(fields: readonly FieldMeta[], values: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const input = values[field.name] ?? '';
    if (input !== '') body[field.name] = valueOf(field, input, 'create');
  }
  return body;
}

/** The values of an edit as the API has them. */
export function editedItem(fields: readonly FieldMeta[], values: FormValues): Fields {
  return Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field, values[field.name] ?? '', 'edit')]),
  );
}

const LOCAL_INSTANT = "yyyy-MM-dd'T'HH:mm:ss";

function valueOf(field: FieldMeta, input: FormValue, mode: FormMode): unknown {
  const parsed = parseField(field, input, mode);
  return 'value' in parsed ? parsed.value : undefined;
}
