import { z } from 'zod';
import { MAX_FILTER_TEXT } from './constants.js';
import { csvDialectParam } from './csv.js';
import { LISTED_TABLES } from './entities.js';
import { storableSchema, wholeNumberParam } from './scalars.js';

/**
 * How a value is sent: `date` as YYYY-MM-DD, `datetime` as RFC 3339, `list` as an array of strings.
 */
export const FIELD_TYPES = [
  'integer',
  'number',
  'string',
  'boolean',
  'date',
  'datetime',
  'dict',
  'list',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/**
 * Operators of a filter. `between` includes both ends. `contains` and `starts_with` ignore case; on
 * a list `contains` matches one element. `ne` and `nin` also match null.
 */
const FILTER_OPERATORS = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'nin',
  'contains',
  'starts_with',
  'is_null',
  'between',
] as const;
export const filterOperatorSchema = z.enum(FILTER_OPERATORS);
export type FilterOperator = z.infer<typeof filterOperatorSchema>;

const SORT_ORDERS = ['asc', 'desc'] as const;
export const LIST_WRITES = ['create', 'update', 'delete'] as const;
export type ListWrite = (typeof LIST_WRITES)[number];

const MAX_PAGE_SIZE = 100;
/** Maximum offset of a page, in rows. */
export const MAX_LIST_DEPTH = 100_000;
/** `total` is exact up to this number and an estimate above it. */
export const MAX_EXACT_TOTAL = 10_000;
export const MAX_FILTERS = 50;
export const MAX_FILTER_VALUES = 1000;

/**
 * A route with `search` that lists the items to choose from, where the caller may not see them in the
 * list. `{name}` in its path is the value of another field of the form; `field` holds the value.
 */
const candidatesSchema = z.object({ path: z.string(), field: z.string() });

/** What a client needs to show, filter and edit one field. */
export const fieldMetaSchema = z.object({
  /** Key of the field in JSON. */
  name: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  nullable: z.boolean(),
  primary_key: z.boolean(),
  auto_increment: z.boolean(),
  /**
   * The list that contains the referenced items, with `search`: `field` holds the value,
   * `label_field` the text to show. `candidates` is a better source for the form of an item.
   */
  foreign_key: z
    .object({
      base: z.string(),
      field: z.string(),
      label_field: z.string(),
      candidates: candidatesSchema.nullable(),
    })
    .nullable(),
  /** The values; for a list, the elements. */
  enum: z.array(z.string()).nullable(),
  /** The field may have other values than those of `enum`. */
  enum_is_open: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** Required to create an item. */
  required: z.boolean(),
  /** Never part of a request. */
  read_only: z.boolean(),
  /** Part of the request that creates an item, not of the one that changes it. */
  create_only: z.boolean(),
  /** Not shown in tables and forms. */
  hidden: z.boolean(),
  searchable: z.boolean(),
  sortable: z.boolean(),
  operators: z.array(filterOperatorSchema),
  max_length: z.number().int().nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
});
export type FieldMeta = z.infer<typeof fieldMetaSchema>;

const sortSchema = z.object({ sort_by: z.string(), sort_order: z.enum(SORT_ORDERS) });

/** `GET {base}_meta` */
export const listMetaSchema = z.object({
  /** Path below /api/v1/, with a slash at both ends. */
  base: z.string(),
  label: z.string(),
  label_plural: z.string(),
  /** The field with the key of an item. Of some lists several, with commas, as the path of an item has their values. */
  primary_key: z.string(),
  /** `entity` of the audit records of these items; their `entity_id` is the primary key, joined by a slash. */
  audit_entity: z.string(),
  /** The tables whose rows the items show, first that of the items: see `records-changed`. */
  reads: z.array(z.enum(LISTED_TABLES)),
  default_sort: sortSchema,
  /** Operations that the caller may use on at least some of the items. */
  operations: z.array(z.enum(LIST_WRITES)),
  fields: z.array(fieldMetaSchema),
});
export type ListMeta = z.infer<typeof listMetaSchema>;

/** An empty parameter counts as absent. */
const orNothing = (value: string): string | undefined => (value === '' ? undefined : value);

/** A search: the blanks around it do not count. */
export const searchSchema = storableSchema
  .pipe(z.string().max(MAX_FILTER_TEXT))
  .transform((text) => orNothing(text.trim()));

/**
 * The items of a list and of an export. `filters` is a JSON object of `{"field": {"operator": value}}`,
 * `{"field__operator": value}` and `{"field": value}`, which means `eq`. A field can belong to a
 * relation, as in `pod.project_id`. All conditions must match.
 */
const SELECTION = {
  sort_by: z.string().transform(orNothing).optional(),
  sort_order: z.enum(SORT_ORDERS).optional(),
  search: searchSchema.optional(),
  filters: z.string().transform(orNothing).optional(),
};

/** `GET {base}`: pages by number, from 1, or one after the other by `next`. */
export const listQuerySchema = z.strictObject({
  page: wholeNumberParam({ minimum: 1 }).optional(),
  size: wholeNumberParam({ minimum: 1, maximum: MAX_PAGE_SIZE }).prefault(10),
  ...SELECTION,
  /** `next` of the page before; not together with `page`. */
  after: z.string().transform(orNothing).optional(),
});
export type ListQuery = z.output<typeof listQuerySchema>;

/** `json`: one array. `ndjson`: an item on each line. */
const EXPORT_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `GET {base}export` */
export const listExportQuerySchema = z.strictObject({
  ...SELECTION,
  ...csvDialectParam,
  format: z.enum(EXPORT_FORMATS).prefault('csv'),
  /** Names separated by commas; by default, the fields of the list. */
  fields: z
    .string()
    .transform((text) =>
      orNothing(text)
        ?.split(',')
        .map((name) => name.trim()),
    )
    .optional(),
});
export type ListExportQuery = z.output<typeof listExportQuerySchema>;

/** Headers of an export: the number of its rows, and whether that is an estimate. */
export const TOTAL_HEADER = 'x-total-count';
export const TOTAL_IS_ESTIMATE_HEADER = 'x-total-is-estimate';

/** Header of a deletion: the group of its audit records, for an undo. */
export const AUDIT_GROUP_HEADER = 'x-audit-group';

/**
 * One item: its fields by the names in the metadata, and its `version`. The version is also the
 * `ETag` of the item and the value for `If-Match`.
 */
export const listedItemSchema = z.looseObject({ version: z.string() });
export type ListedItem = z.infer<typeof listedItemSchema>;

/** A page of items; `total` is an estimate if `total_is_estimate`. */
export function itemListSchema<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    total_is_estimate: z.boolean(),
  });
}
export type ItemList = z.infer<ReturnType<typeof itemListSchema<typeof listedItemSchema>>>;

/** The same with `next`, which is for `after`; null if no item follows. */
export function itemPageSchema<T extends z.ZodType>(item: T) {
  return itemListSchema(item).extend({ next: z.string().nullable() });
}
export type ItemPage = z.infer<ReturnType<typeof itemPageSchema<typeof listedItemSchema>>>;
