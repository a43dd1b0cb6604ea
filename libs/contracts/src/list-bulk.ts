import { z } from 'zod';
import { listedItemSchema, listQuerySchema } from './lists.js';
import { problemItemSchema } from './problem.js';

/** Maximum number of items that one request changes. */
export const MAX_BULK_ITEMS = 10_000;

const idsSchema = z
  .array(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER))
  .min(1)
  .max(MAX_BULK_ITEMS)
  .refine((ids) => new Set(ids).size === ids.length, 'must not repeat an id');

/**
 * `POST {base}bulk`: changes or deletes the items with these ids, or all items that match `filters`
 * and `search`, which have the meaning of a list, without those of `exclude`. `change` has the fields
 * of a `PATCH`. With filters the request names the number of items it expects; a dry run returns it.
 */
export const listBulkSchema = z
  .strictObject({
    ids: idsSchema.optional(),
    filters: z.record(z.string(), z.unknown()).optional(),
    search: listQuerySchema.shape.search,
    exclude: idsSchema.optional(),
    change: z.record(z.string(), z.unknown()).optional(),
    delete: z.literal(true).optional(),
    expected_count: z.number().int().min(0).optional(),
    dry_run: z.boolean().optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (field: string, message: string): void => {
      issues.push({ code: 'custom', path: [field], message, input: value });
    };
    const isFiltered = value.filters !== undefined || value.search !== undefined;
    if (value.ids === undefined && !isFiltered) refuse('ids', 'is required without filters');
    if (value.ids !== undefined && isFiltered) {
      refuse('ids', 'must not be combined with filters or search');
    }
    if (value.exclude !== undefined && !isFiltered) {
      refuse('exclude', 'must be combined with filters or search');
    }
    if (value.change === undefined && value.delete === undefined) {
      refuse('change', 'is required unless delete is true');
    }
    if (value.change !== undefined && value.delete !== undefined) {
      refuse('delete', 'must not be combined with change');
    }
    if (value.change !== undefined && Object.keys(value.change).length === 0) {
      refuse('change', 'must have at least one field');
    }
    if (isFiltered && value.expected_count === undefined && value.dry_run !== true) {
      refuse('expected_count', 'is required with filters: send the count of a dry run');
    }
  });
export type ListBulk = z.output<typeof listBulkSchema>;

/** One item before and after; `after` is null for a deleted item. */
function sampleSchema<T extends z.ZodType>(item: T) {
  return z.object({ before: item, after: item.nullable() });
}

/** The result of a bulk request, or of its dry run. */
export function listBulkResultSchema<T extends z.ZodType>(item: T) {
  return z.object({
    dry_run: z.boolean(),
    /** Number of selected items. */
    count: z.number().int(),
    /** Number of deleted items, or of items that differ after the change, as far as it is known. */
    changed: z.number().int(),
    /** The group of the audit records; null if it cannot be undone, and for a dry run. */
    group_id: z.number().int().nullable(),
    /** Whether the audit can undo the change; false if nothing changed. */
    undoable: z.boolean(),
    /** Rows of other tables that the deletion also deletes, by what they are: 'pod members'. */
    also_deleted: z.array(z.object({ label: z.string(), count: z.number().int() })),
    /** The first items that are not refused; none if the check stopped. */
    sample: z.array(sampleSchema(item)),
    /** Dry run: number of items that cannot be changed, and the first of the reasons. */
    refused: z.number().int(),
    /** Whether the check stopped at this number, so that more items may be refused. */
    refused_is_minimum: z.boolean(),
    refusals: z.array(problemItemSchema),
  });
}
export type ListBulkResult = z.infer<
  ReturnType<typeof listBulkResultSchema<typeof listedItemSchema>>
>;
