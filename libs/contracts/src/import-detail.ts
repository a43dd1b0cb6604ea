import { z } from 'zod';
import { formatSettingsSchema } from './file-formats.js';
import {
  importConflictSchema,
  importErrorSchema,
  importViewSchema,
  issueFieldSchema,
  sampledTaskSchema,
} from './imports.js';

/** Most groups of errors, and most rows of one. */
export const MAX_ISSUE_GROUPS = 100;
export const MAX_GROUPED_ROWS = 20;

/**
 * Errors, or warnings, of one field with one reason about one value, by their number. `value` is null if they are not
 * about a value, and `line` if the row is the line of the file.
 */
export const issueGroupSchema = z.object({
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  reason: z.string(),
  value: z.string().nullable(),
  count: z.number().int(),
  rows: z.array(z.object({ row: z.number().int(), line: z.number().int().nullable() })),
});
export type IssueGroup = z.infer<typeof issueGroupSchema>;

/** Most elements of a list in `importPreviewSchema`. */
export const MAX_PREVIEWED = 200;

/** What a dry run says of the rows that it would import, each list by the number of tasks. */
export const importPreviewSchema = z.object({
  projects: z.array(
    z.object({
      project_id: z.number().int(),
      project: z.string(),
      tasks: z.number().int(),
      done: z.number().int(),
      rework: z.number().int(),
      /** Done tasks without a time of completion: no day counts them. */
      undated: z.number().int().optional(),
      /** Whether the project has tasks already. */
      has_tasks: z.boolean().optional(),
    }),
  ),
  /** Reviews of the rows. Nobody's reviews have no reviewer; no day counts those without a time. */
  reviews: z
    .object({ total: z.number().int(), nobodys: z.number().int(), undated: z.number().int() })
    .optional(),
  /** `is_known`: one of the statuses that the portal counts; another one counts in totals alone. */
  statuses: z.array(
    z.object({ status: z.string(), tasks: z.number().int(), is_known: z.boolean() }),
  ),
  batches: z.array(
    z.object({
      project_id: z.number().int(),
      turing_batch_id: z.number().int(),
      name: z.string(),
      tasks: z.number().int(),
      is_new: z.boolean(),
    }),
  ),
  people: z.array(
    z.object({
      email: z.string(),
      tasks: z.number().int(),
      done: z.number().int(),
      has_account: z.boolean(),
    }),
  ),
  people_count: z.number().int(),
  without_account_count: z.number().int(),
  /** Completed tasks by reporting day, the last 60 days that have any, in their order. */
  days: z.array(z.object({ day: z.string(), completed: z.number().int() })),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/**
 * `GET /api/v1/tasks/imports/{id}`; `fields` count all errors and warnings of the file. `sample` has the first
 * changed tasks by id, and then new ones; empty until they are known. `groups` are the most frequent errors and warnings.
 * `conflicts` are the first by task. `preview` is that of a dry run of a file, null for any other import. `format_settings` are those of its file format.
 */
export const importDetailSchema = importViewSchema.extend({
  errors: z.array(importErrorSchema),
  fields: z.array(issueFieldSchema),
  sample: z.array(sampledTaskSchema),
  conflicts: z.array(importConflictSchema),
  groups: z.array(issueGroupSchema),
  preview: importPreviewSchema.nullable(),
  format_settings: formatSettingsSchema.nullable(),
});
export type ImportDetail = z.infer<typeof importDetailSchema>;
