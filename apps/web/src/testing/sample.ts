import { z } from 'zod';

/** The smallest value of a schema: null where it may be, else 0, an empty text or an empty list. */
export function sampleOf<T extends z.ZodType>(schema: T): z.output<T> {
  return schema.parse(valueOf(z.toJSONSchema(schema)));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function valueOf(schema: JsonSchema | boolean): unknown {
  if (typeof schema === 'boolean') return null;
  const { anyOf, enum: values, type, properties, minimum = 0, format = '' } = schema;
  if (anyOf) return isNullable(anyOf) ? null : valueOf(anyOf[0] ?? false);
  if (values) return values[0];
  if (properties) {
    const parts = Object.entries(properties);
    return Object.fromEntries(parts.map(([name, part]) => [name, valueOf(part)]));
  }
  if (type === 'string') return TEXTS[format] ?? '';
  if (type === 'integer' || type === 'number') return Math.max(0, minimum);
  if (type === 'array') return [];
  return type === 'boolean' ? false : null;
}

function isNullable(parts: readonly (JsonSchema | boolean)[]): boolean {
  return parts.some((part) => typeof part !== 'boolean' && part.type === 'null');
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T10:00:00Z',
};
