import { z } from 'zod';
import { MOVED_AMONG, ON_CONFLICT, ON_ERROR, ON_OLDER } from './imports.js';
import { listQuerySchema, searchSchema } from './lists.js';
import { idParamSchema, instantSchema, pageParams, queryBooleanSchema } from './scalars.js';
import { csvColumnsParam } from './task-csv.js';
import { EMPTY_CELLS } from './task-file.js';

// What the server reads of requests: pages do not load it.

/**
 * Query of `POST /api/v1/tasks/upload`; `columns` and `empty` are for CSV files. `format` names a file format of the
 * project `format_project`, which is only needed if several projects have one of that name.
 */
export const uploadQuerySchema = z.strictObject({
  dry_run: queryBooleanSchema.default(false),
  on_error: z.enum(ON_ERROR).default('abort'),
  on_older: z.enum(ON_OLDER).default('apply'),
  on_conflict: z.enum(ON_CONFLICT).default('desk'),
  columns: csvColumnsParam.optional(),
  empty: z.enum(EMPTY_CELLS).optional(),
  format: z.string().max(100).optional(),
  format_project: idParamSchema.optional(),
});
export type UploadQuery = z.infer<typeof uploadQuerySchema>;

/**
 * Body of `POST /api/v1/tasks/imports/{id}/move`. `turn` gives it back its turn; then `among` has no
 * meaning.
 */
export const moveImportSchema = z.strictObject({
  to: z.enum(['first', 'last', 'turn']),
  among: z.enum(MOVED_AMONG).default('all'),
});
export type MoveImport = z.infer<typeof moveImportSchema>;
export type MoveImportBody = z.input<typeof moveImportSchema>;

/**
 * Body of `POST /api/v1/tasks/imports/{id}/confirm`: the `waiting_since` of the question that is confirmed, so
 * that nobody confirms numbers that they have not seen.
 */
export const confirmImportSchema = z.strictObject({ waiting_since: instantSchema });
export type ConfirmImport = z.infer<typeof confirmImportSchema>;

/**
 * Query of `POST /api/v1/tasks/imports/{id}/run-again`; the options of the import by default. `confirm` confirms
 * the shares of a dry run, whose file is then imported.
 */
export const runAgainQuerySchema = z.strictObject({
  dry_run: queryBooleanSchema.optional(),
  on_error: z.enum(ON_ERROR).optional(),
  on_older: z.enum(ON_OLDER).optional(),
  on_conflict: z.enum(ON_CONFLICT).optional(),
  confirm: queryBooleanSchema.default(false),
});
export type RunAgainQuery = z.infer<typeof runAgainQuerySchema>;

/** Query of `GET /api/v1/tasks/imports/{id}`: lists only the errors and warnings of this field. */
export const importDetailQuerySchema = z.strictObject({ field: z.string().max(1000).optional() });
export type ImportDetailQuery = z.infer<typeof importDetailQuerySchema>;

/** Query of `GET /api/v1/tasks/imports/{id}/conflicts`; `search` as in the list of tasks. */
export const importConflictsQuerySchema = z.strictObject({
  search: searchSchema.optional(),
  ...pageParams,
});
export type ImportConflictsQuery = z.output<typeof importConflictsQuerySchema>;

/** Filters and orders name the scalar fields of an import; nested ones as `tasks_imported.insert`. */
export const importListQuerySchema = listQuerySchema.omit({ search: true });
export type ImportListQuery = z.output<typeof importListQuerySchema>;

/** Query of `POST /api/v1/tasks/imports/{id}/undo`. `keep_newer` leaves tasks that have changed since. */
export const undoImportQuerySchema = z.strictObject({
  dry_run: queryBooleanSchema.default(false),
  keep_newer: queryBooleanSchema.default(false),
});
export type UndoImportQuery = z.infer<typeof undoImportQuerySchema>;
