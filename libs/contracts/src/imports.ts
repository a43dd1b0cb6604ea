import { z } from 'zod';
import { crudListQuerySchema } from './crud.js';
import { problemCodeSchema } from './problem.js';
import { instantSchema, queryBooleanSchema } from './scalars.js';

export const IMPORT_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const ENDED_IMPORT_STATES = ['completed', 'failed', 'cancelled'] as const;
/**
 * Phase of an import. A file of new tasks is `loading`: read, validated and stored in one pass. Any
 * other file is first read and validated, then merged. The last phase is the commit, which also
 * updates the statistics.
 */
const IMPORT_PHASES = ['waiting', 'loading', 'reading', 'merging', 'committing', 'done'] as const;
export const ON_ERROR = ['abort', 'skip'] as const;

/** Query of `POST /api/v1/tasks/upload`. */
export const uploadQuerySchema = z.strictObject({
  dry_run: queryBooleanSchema.default(false),
  on_error: z.enum(ON_ERROR).default('abort'),
});
export type UploadQuery = z.infer<typeof uploadQuerySchema>;

/**
 * Counts of a completed import; `delivery_batches` is the number of distinct delivery batches in
 * its rows.
 */
export const importCountsSchema = z.object({
  insert: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  delivery_batches: z.number().int(),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;

/** An error or a warning about one row; `row` counts from 1. */
export const importErrorSchema = z.object({
  row: z.number().int().min(0),
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  reason: z.string(),
});
export type ImportError = z.infer<typeof importErrorSchema>;

/** Query of `POST /api/v1/tasks/imports/{id}/run-again`; the options of the import by default. */
export const runAgainQuerySchema = z.strictObject({
  dry_run: queryBooleanSchema.optional(),
  on_error: z.enum(ON_ERROR).optional(),
});
export type RunAgainQuery = z.infer<typeof runAgainQuerySchema>;

/**
 * Progress and result of one import. `rows_total` is known after the whole file is read. Until
 * `file_kept_until` the import can run again; null if it has not ended, if the file is removed or if
 * another import runs it. `queue_place` counts from 1: of a queued import among those that wait for a
 * worker, of a running one among those that wait until another has merged; null if it does not wait.
 */
export const importSummarySchema = z.object({
  import_id: z.uuid(),
  status: z.enum(IMPORT_STATES),
  phase: z.enum(IMPORT_PHASES),
  file_name: z.string(),
  sha256: z.string(),
  uploaded_by: z.string(),
  dry_run: z.boolean(),
  on_error: z.enum(ON_ERROR),
  bytes_total: z.number().int(),
  bytes_done: z.number().int(),
  rows_total: z.number().int().nullable(),
  rows_done: z.number().int(),
  error_count: z.number().int(),
  warning_count: z.number().int(),
  tasks_imported: importCountsSchema.nullable(),
  failure: z.object({ code: problemCodeSchema, detail: z.string() }).nullable(),
  created_at: instantSchema,
  started_at: instantSchema.nullable(),
  finished_at: instantSchema.nullable(),
  file_kept_until: instantSchema.nullable(),
  queue_place: z.number().int().nullable(),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** Number of errors and warnings of a field; the field is empty if they are about a whole row. */
const issueFieldSchema = z.object({ field: z.string(), count: z.number().int() });
export type IssueField = z.infer<typeof issueFieldSchema>;

/** Query of `GET /api/v1/tasks/imports/{id}`: lists only the errors and warnings of this field. */
export const importDetailQuerySchema = z.strictObject({ field: z.string().max(1000).optional() });
export type ImportDetailQuery = z.infer<typeof importDetailQuerySchema>;

/** `GET /api/v1/tasks/imports/{id}`; `fields` count all errors and warnings of the file. */
export const importDetailSchema = importSummarySchema.extend({
  errors: z.array(importErrorSchema),
  fields: z.array(issueFieldSchema),
});
export type ImportDetail = z.infer<typeof importDetailSchema>;

/** Filters and orders name the scalar fields of an import; nested ones as `tasks_imported.insert`. */
export const importListQuerySchema = crudListQuerySchema.omit({ search: true });
export type ImportListQuery = z.output<typeof importListQuerySchema>;
export const importListSchema = z.object({
  items: z.array(importSummarySchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type ImportList = z.infer<typeof importListSchema>;

/**
 * 200 response of the upload if the import ended in time; a 202 response contains an
 * `ImportSummary`.
 */
export const uploadCompletedSchema = z.object({
  import_id: z.uuid(),
  status: z.literal('completed'),
  rows_total: z.number().int(),
  error_count: z.number().int(),
  warning_count: z.number().int(),
  tasks_imported: importCountsSchema,
});
export type UploadCompleted = z.infer<typeof uploadCompletedSchema>;
