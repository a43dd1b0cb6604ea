import type { CrudItem, FieldMeta } from '@portal/contracts/crud';
import { format } from 'date-fns';
import { inUserZone } from '../../lib/user-zone';
import type { FormMode } from './field-rules';
import type { FormValue, FormValues } from './form-value';
import { plainText } from './plain-text';
import { parseField } from './parse-field';

/** The first values of a form: those of the item, or the defaults. */
export function formValues(fields: readonly FieldMeta[], item?: CrudItem): FormValues {
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

/** The body of a change: the fields whose value differs from the form's first one. */
export function changedValues(
  fields: readonly FieldMeta[],
  before: FormValues,
  after: FormValues,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const field of fields) {
    const value = valueOf(field, after[field.name] ?? '', 'edit');
    const old = valueOf(field, before[field.name] ?? '', 'edit');
    if (!sameJson(old, value)) changed[field.name] = value;
  }
  return changed;
}

/** Whether two values of the API are equal; the order of the keys does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

const LOCAL_INSTANT = "yyyy-MM-dd'T'HH:mm:ss";

function valueOf(field: FieldMeta, input: FormValue, mode: FormMode): unknown {
  const parsed = parseField(field, input, mode);
  return 'value' in parsed ? parsed.value : undefined;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  );
}
