import type { FieldMeta, FieldType } from '@portal/contracts/lists';
import { isObject } from '@portal/contracts/objects';
import { daySchema } from '@portal/contracts/scalars';
import { isMandatory, type FormMode } from './field-rules';
import type { FormValue } from '../../forms/inputs/input-props';
import { userInstant } from '../../lib/user-zone';

/** The value for the API, or what is wrong with the input. */
export type Parsed = { readonly value: unknown } | { readonly error: string };

/** Reads the input of a field as the server does. */
export function parseField(field: FieldMeta, input: FormValue, mode: FormMode): Parsed {
  if (typeof input !== 'string') return { value: input };
  if (input.trim() === '') {
    if (isMandatory(field, mode)) return { error: `${field.label} is required` };
    return { value: field.nullable ? null : '' };
  }
  const parsed = parseText(field.type, input);
  if ('error' in parsed) return parsed;
  const excess = beyondLimits(field, parsed.value);
  return excess === undefined ? parsed : { error: excess };
}

/** Reads text that is not empty as a value of the type. */
export function parseText(type: FieldType, text: string): Parsed {
  switch (type) {
    case 'integer':
    case 'number':
      return parseNumber(type, text.trim());
    case 'boolean':
      return { value: text === 'true' };
    case 'date':
      return daySchema.safeParse(text).success ? { value: text } : { error: NOT_A_DATE };
    case 'datetime':
      return parseInstant(text);
    case 'dict':
      return parseDictionary(text);
    case 'string':
    case 'list':
      return { value: text };
  }
}

const NOT_A_DATE = 'Must be a valid date';
const NOT_JSON = 'Must be valid JSON';

function parseNumber(type: 'integer' | 'number', text: string): Parsed {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return { error: 'Must be a number' };
  if (type === 'integer' && !Number.isSafeInteger(value))
    return { error: 'Must be a whole number' };
  return { value };
}

/** Time in the user's zone without an offset, as the picker has it. */
function parseInstant(text: string): Parsed {
  const instant = userInstant(text);
  return instant === undefined ? { error: NOT_A_DATE } : { value: instant };
}

function parseDictionary(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { value };
    return { error: 'Must be a JSON object' };
  } catch {
    return { error: NOT_JSON };
  }
}

function beyondLimits(field: FieldMeta, value: unknown): string | undefined {
  const { minimum, maximum, max_length } = field;
  if (typeof value === 'number') {
    if (minimum !== null && value < minimum) return `Must be at least ${minimum}`;
    if (maximum !== null && value > maximum) return `Must be at most ${maximum}`;
  }
  if (typeof value === 'string' && max_length !== null && value.trim().length > max_length) {
    return `Must have at most ${max_length} characters`;
  }
  return undefined;
}
