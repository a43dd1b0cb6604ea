import {
  listedItemSchema,
  type ListMeta,
  type ListWrite,
  type FieldMeta,
  type FieldType,
} from '@portal/contracts/lists';
import { daySchema, instantSchema } from '@portal/contracts/scalars';
import { getMetadataArgsStorage } from 'typeorm';
import { z } from 'zod';
import { fieldTypeOf, operatorsOf } from './field-types.js';
import type { Field, DeclaredList } from './declared-list.js';
import type { ListMetadata } from './list-metadata.js';

/** The metadata of a list for clients; `operations` are those the caller may use. */
export function presentMetadata(table: ListMetadata, operations: readonly ListWrite[]): ListMeta {
  const { base, label, labelPlural } = table.declared;
  const sort = defaultSortOf(table);
  return {
    base: `/${base}/`,
    label,
    label_plural: labelPlural,
    primary_key: table.keys.map(({ name }) => name).join(','),
    audit_entity: table.name,
    reads: [...table.reads],
    default_sort: { sort_by: sort.by, sort_order: sort.order },
    operations: [...operations],
    fields: [...table.fields.values()].map((field) => presentField(table, field)),
  };
}

export function defaultSortOf(table: ListMetadata): { by: string; order: 'asc' | 'desc' } {
  return table.declared.defaultSort ?? { by: table.key.name, order: 'asc' };
}

/** Lists sort by all scalar fields. */
export function isSortable({ type, options }: Field): boolean {
  return type !== 'dict' && type !== 'list' && options.sortable !== false;
}

function presentField(table: ListMetadata, field: Field): FieldMeta {
  const { name, type, nullable, column, options } = field;
  const rule = table.declared.input?.shape[name];
  const limits = rule ? limitsOf(rule) : {};
  return {
    name,
    label: options.label ?? labelOf(name),
    type,
    nullable,
    primary_key: column?.isPrimary ?? false,
    auto_increment: column?.isGenerated ?? false,
    foreign_key: options.references
      ? {
          base: `/${options.references.base}/`,
          field: options.references.field,
          label_field: options.references.labelField,
          candidates: options.references.candidates ?? null,
        }
      : null,
    enum: valuesOf(field, rule),
    enum_is_open: options.hasOtherValues ?? false,
    default: defaultOf(column?.default),
    required: rule !== undefined && !z.safeParse(rule, undefined).success,
    read_only: rule === undefined,
    create_only: options.createOnly ?? false,
    hidden: options.hidden ?? false,
    searchable: options.searchable ?? false,
    sortable: isSortable(field),
    operators: [...operatorsOf(field)],
    max_length: limits.maxLength ?? null,
    minimum: limits.minimum ?? null,
    maximum: limits.maximum ?? null,
  };
}

/** The values that a field may have, if they are listed by it or by the schema of the input. */
export function valuesOf({ options }: Field, rule: z.ZodType | undefined): string[] | null {
  if (options.values) return [...options.values];
  const limits = rule ? limitsOf(rule) : {};
  return limits.enum ?? limits.items?.enum ?? null;
}

/** turing_task_id: 'Turing task ID' */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bid$/, 'ID');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Null for a default that is an SQL expression. */
function defaultOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

const enumSchema = z.array(z.string()).optional();
const limitsSchema = z.object({
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: enumSchema,
  items: z.object({ enum: enumSchema }).optional(),
});

/** The limits of a rule, from its JSON Schema; for a nullable rule, from the other branch. */
function limitsOf(rule: z.ZodType): z.infer<typeof limitsSchema> {
  const schema = z.toJSONSchema(rule, { io: 'output', unrepresentable: 'any' });
  return [schema, ...(schema.anyOf ?? [])].reduce<z.infer<typeof limitsSchema>>(
    (limits, branch) => ({ ...limits, ...limitsSchema.parse(branch) }),
    {},
  );
}

/**
 * The OpenAPI schema of an item, from the metadata of its entity: the document is built from
 * routes, which exist before a database connection.
 * @param form lists leave out fields that only a single item shows
 */
export function itemSchemaOf(
  declared: DeclaredList,
  form: 'detail' | 'listed',
): z.ZodObject<Readonly<Record<string, z.ZodType>>> {
  const { fields = {}, derived = {} } = declared;
  const columns = getMetadataArgsStorage()
    .filterColumns(declared.entity)
    .map(({ options, propertyName }) => ({ ...options, name: options.name ?? propertyName }))
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
  return z.object({ ...Object.fromEntries([...columns, ...others]), ...listedItemSchema.shape });
}

/** The fields of the key, from the metadata of the entity. */
export function keyNamesOf({ entity }: DeclaredList): string[] {
  return getMetadataArgsStorage()
    .filterColumns(entity)
    .filter(({ options }) => options.primary)
    .map(({ options, propertyName }) => options.name ?? propertyName);
}

/** An item of an export: the fields that the request names. */
export function exportedSchemaOf(declared: DeclaredList): z.ZodType {
  const { version: _version, ...fields } = itemSchemaOf(declared, 'detail').shape;
  const others = Object.entries(declared.exported ?? {}).map(([name, { schema }]) => [
    name,
    schema,
  ]);
  return z.object({ ...fields, ...Object.fromEntries(others) }).partial();
}

/** The fields of a change; those that are set at the creation only are read-only. */
export function changeSchemaOf({
  input = z.strictObject({}),
  fields = {},
}: DeclaredList): z.ZodType {
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
