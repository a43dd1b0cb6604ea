import { z } from 'zod';

/** The smallest value of a schema: null where it may be, else 0, an empty text or an empty list. */
export function sampleOf<T extends z.ZodType>(schema: T): z.output<T> {
  return schema.parse(valueOf(z.toJSONSchema(schema)));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function valueOf(schema: JsonSchema | boolean): unknown {
  if (typeof schema === 'boolean') return null;
  const { anyOf, enum: values, type, properties = {}, minimum = 0, format = '' } = schema;
  if (anyOf) return isNullable(anyOf) ? null : valueOf(anyOf[0] ?? false);
  if (values) return values[0];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, valueOf(part)]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(0, minimum);
    case 'string':
      return TEXTS[format] ?? '';
    default:
      return null;
  }
}

function isNullable(parts: readonly (JsonSchema | boolean)[]): boolean {
  return parts.some((part) => typeof part !== 'boolean' && part.type === 'null');
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T10:00:00Z',
};
