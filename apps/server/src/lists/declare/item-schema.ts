import { crudItemSchema, type FieldType } from '@portal/contracts/crud';
import { daySchema, instantSchema } from '@portal/contracts/scalars';
import { getMetadataArgsStorage } from 'typeorm';
import { z } from 'zod';
import { fieldTypeOf } from './field-types.js';
import type { Resource } from './resource.js';

/**
 * The OpenAPI schema of an item, from the metadata of its entity: the document is built from
 * routes, which exist before a database connection.
 * @param form lists leave out fields that only a single item shows
 */
export function itemSchemaOf(resource: Resource, form: 'detail' | 'listed'): z.ZodType {
  const { excluded = [], fields = {}, derived = {} } = resource;
  const columns = getMetadataArgsStorage()
    .filterColumns(resource.entity)
    .map(({ options, propertyName }) => ({ ...options, name: options.name ?? propertyName }))
    .filter(({ name }) => !excluded.includes(name))
    .filter(({ name }) => form === 'detail' || !fields[name]?.detailOnly)
    .map(({ name, type, array = false, nullable = false }): [string, z.ZodType] => {
      const value = SCHEMAS[fieldTypeOf(String(type), array, name)];
      return [name, nullable ? value.nullable() : value];
    });
  const others = Object.entries(derived).map(
    ([name, { type, nullable = false }]): [string, z.ZodType] => [
      name,
      nullable ? SCHEMAS[type].nullable() : SCHEMAS[type],
    ],
  );
  return z.object({ ...Object.fromEntries([...columns, ...others]), ...crudItemSchema.shape });
}

/** The fields of a change; those that are set at the creation only are read-only. */
export function changeSchemaOf({ input = z.strictObject({}), fields = {} }: Resource): z.ZodType {
  const fixed = Object.entries(input.shape)
    .filter(([name]) => fields[name]?.createOnly)
    .map(([name, schema]) => [name, z.optional(schema).readonly()]);
  return input.partial().extend(Object.fromEntries(fixed));
}

const SCHEMAS: Readonly<Record<FieldType, z.ZodType>> = {
  integer: z.number().int(),
  number: z.number(),
  string: z.string(),
  boolean: z.boolean(),
  date: daySchema,
  datetime: instantSchema,
  dict: z.record(z.string(), z.unknown()),
  list: z.array(z.string()),
};
