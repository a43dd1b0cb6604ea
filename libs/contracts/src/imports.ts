import { z } from 'zod';
import { itemPageSchema } from './lists.js';
import { problemCodeSchema } from './problem.js';
import { instantSchema } from './scalars.js';
import { EMPTY_CELLS, TASK_FILE_FORMATS } from './task-file.js';

/**
 * An import is `unconfirmed` while it waits for a person's yes, because it changes more of a project than its
 * rules allow. Then it is queued again.
 */
export const IMPORT_STATES = [
  'queued',
  'running',
  'unconfirmed',
  'completed',
  'failed',
  'cancelled',
] as const;
export const ENDED_IMPORT_STATES = ['completed', 'failed', 'cancelled'] as const;
/**
 * Phase of an import. A file of new tasks is `loading`: read, validated and stored in one pass. Any
 * other file is first read and validated, then merged. The last phase is the commit, which also
 * updates the statistics.
 */
const IMPORT_PHASES = ['waiting', 'loading', 'reading', 'merging', 'committing', 'done'] as const;
export const ON_ERROR = ['abort', 'skip'] as const;
/** What happens to a task whose stored `updated_at` is later than that of its row. */
export const ON_OLDER = ['apply', 'skip'] as const;
export type OnOlder = (typeof ON_OLDER)[number];
/** Which value a field gets that a person changed in the portal after the time of its row: theirs or that of the file. */
export const ON_CONFLICT = ['desk', 'file'] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

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

/** Most tasks that `sample` has. */
export const MAX_SAMPLED_TASKS = 20;

const batchName = z.string().nullable().optional();

/**
 * A task that an import changes or would change, with the fields that change; of a new task those with a value. Of
 * `reviews` the values are their numbers; a value over 300 characters is text that ends in '…'. A `turing_batch_id` also
 * has the names of its batches; null for none.
 */
export const sampledTaskSchema = z.object({
  turing_task_id: z.number().int(),
  is_new: z.boolean().optional(),
  fields: z.array(
    z.object({
      ...{ field: z.string(), before: z.json(), after: z.json() },
      ...{ before_name: batchName, after_name: batchName },
    }),
  ),
});
export type SampledTask = z.infer<typeof sampledTaskSchema>;

/**
 * How many of the tasks that are stored in a project an import changes, and how many of them it sends back:
 * from a done status to another one. The limits are those of the project's rules in percent, null for none.
 */
export const importShareSchema = z.object({
  project_id: z.number().int(),
  project: z.string(),
  tasks: z.number().int(),
  changed: z.number().int(),
  sent_back: z.number().int(),
  max_changed_percent: z.number().nullable(),
  max_sent_back_percent: z.number().nullable(),
  /** Whether one of them is above its limit. */
  is_above: z.boolean(),
});
export type ImportShare = z.infer<typeof importShareSchema>;

/** Most conflicts in a response. */
export const MAX_SHOWN_CONFLICTS = 100;

/**
 * A row that contradicts what a person changed in the portal after its time. Of each such field the value of the portal
 * and that of the file; a value over 300 characters is text that ends in '…'.
 */
export const importConflictSchema = z.object({
  turing_task_id: z.number().int(),
  row: z.number().int(),
  fields: z.array(z.object({ field: z.string(), portal: z.json(), file: z.json() })),
  /** Who changed it in the portal last; null for a user who is deleted. */
  changed_by: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  changed_at: instantSchema,
  /** Whether the task has the values of the portal after the import. */
  is_kept: z.boolean(),
});
export type ImportConflict = z.infer<typeof importConflictSchema>;

/**
 * `GET /api/v1/tasks/imports/{id}/conflicts`: a page of the conflicts of an import by task, and the number of all that
 * a search finds. An import with more than 10,000 keeps the first of them.
 */
export const importConflictsSchema = z.object({
  items: z.array(importConflictSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type ImportConflicts = z.infer<typeof importConflictsSchema>;

/** An error or a warning about one row; `row` counts from 1. */
export const importErrorSchema = z.object({
  row: z.number().int().min(0),
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  reason: z.string(),
});
export type ImportError = z.infer<typeof importErrorSchema>;

/** Where a user puts a waiting import: among all that wait, or only among those of its uploader. */
export const MOVED_AMONG = ['all', 'own'] as const;
const movedSchema = z.object({ to: z.enum(['first', 'last']), among: z.enum(MOVED_AMONG) });

/**
 * Progress and result of one import. `rows_total` is known after the whole file is read. Until
 * `file_kept_until` the import can run again; null if it has not ended, if the file is removed or if
 * another import runs it. `queue_place` counts from 1: of a queued import among those that wait for a
 * worker, of a running one among those that wait until another has merged; null if it does not wait.
 * It waits since `waiting_since`. `moved` is where a user has put it in the queue; null if it keeps
 * its turn.
 * `columns` and `empty` say how a CSV file is read; without `columns` its headers are the fields. With a file format
 * neither counts: `format_name` and `format_version` are those that it had then, null if it came with the file.
 *
 * `conflict_count`: rows that contradict what people changed in the portal after the time of the row.
 * `older_count`: tasks that are newer than their row. Until `undo_until` the import can be undone, and
 * afterwards it stays; null if nothing was kept for it. `undoes` is the import that this one undoes, which has no file; `undone_by` the one
 * that undoes this one, unless it failed, was cancelled or is undone itself. `removed_count` and `kept_count`
 * of an undo: tasks that it removed, and tasks that it left because they have changed since.
 *
 * `shares`: of the projects of the file that limit them; null until they are known. `would_import` are the
 * counts that an unconfirmed import would have; null for any other. `needs_confirmation`: whether a share is above its
 * limit, so that an import of the file waits for a confirmation. `confirmed_by` has confirmed it. `filled_projects` had no
 * tasks before this import.
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
  format: z.enum(TASK_FILE_FORMATS),
  columns: z.record(z.string(), z.string().nullable()).nullable(),
  empty: z.enum(EMPTY_CELLS),
  format_name: z.string().nullable(),
  format_version: z.number().int().nullable(),
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
  on_older: z.enum(ON_OLDER),
  older_count: z.number().int(),
  on_conflict: z.enum(ON_CONFLICT),
  conflict_count: z.number().int(),
  undo_until: instantSchema.nullable(),
  undoes: z.uuid().nullable(),
  undone_by: z.uuid().nullable(),
  removed_count: z.number().int().nullable(),
  kept_count: z.number().int().nullable(),
  waiting_since: instantSchema.nullable(),
  moved: movedSchema.nullable(),
  shares: z.array(importShareSchema).nullable(),
  would_import: importCountsSchema.nullable(),
  needs_confirmation: z.boolean(),
  confirmed_at: instantSchema.nullable(),
  confirmed_by: z.string().nullable(),
  filled_projects: z.array(z.number().int()),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

/**
 * The imports that a waiting one waits for: the running ones, then those before it in the queue; if
 * it waits until another has merged, the one that merges and those that have waited for longer. An
 * unconfirmed one waits for a `confirmation` and for no import. `count` are all of them, of which the caller may not see `hidden`; `imports` has the first 10 of
 * the others.
 */
export const importWaitsForSchema = z.object({
  confirmation: z.boolean(),
  count: z.number().int(),
  hidden: z.number().int(),
  imports: z.array(
    importSummarySchema.pick({
      import_id: true,
      file_name: true,
      uploaded_by: true,
      status: true,
      phase: true,
      bytes_total: true,
      bytes_done: true,
      rows_total: true,
      rows_done: true,
    }),
  ),
});
export type ImportWaitsFor = z.infer<typeof importWaitsForSchema>;

/** An import as its caller sees it; `waits_for` is null if it does not wait. */
export const importViewSchema = importSummarySchema.extend({
  waits_for: importWaitsForSchema.nullable(),
});
export type ImportView = z.infer<typeof importViewSchema>;

/** Number of errors and warnings of a field; the field is empty if they are about a whole row. */
export const issueFieldSchema = z.object({ field: z.string(), count: z.number().int() });
export type IssueField = z.infer<typeof issueFieldSchema>;

export const importListSchema = itemPageSchema(importViewSchema);
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
  older_count: z.number().int(),
  conflict_count: z.number().int(),
  tasks_imported: importCountsSchema,
  sample: z.array(sampledTaskSchema),
  conflicts: z.array(importConflictSchema),
  shares: z.array(importShareSchema).nullable(),
  needs_confirmation: z.boolean(),
});
export type UploadCompleted = z.infer<typeof uploadCompletedSchema>;
