import { z } from 'zod';
import { taskFileRowSchema } from './tasks.js';

/** The fields that one cell can hold; only JSON files carry the others. */
export const csvRowSchema = taskFileRowSchema.omit({ reviews: true, metadata: true });
export const CSV_FIELDS = csvRowSchema.keyof().options;
export type CsvField = (typeof CSV_FIELDS)[number];

const MAX_HEADER = 1000;
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** In `columns`: every column that has no field and is not named. */
export const OTHER_COLUMNS = '*';

/**
 * The fields of a CSV file's columns by their headers, in any case; null ignores a column. A column that is
 * not named has the field of its header.
 */
export const csvColumnsSchema = z
  .record(
    z.string(),
    z
      .enum(CSV_FIELDS, {
        error: 'must be a field of tasks other than reviews and metadata, or null',
      })
      .nullable(),
  )
  .refine(
    (columns) =>
      Object.keys(columns).every(
        (header) => header.length <= MAX_HEADER && !UNSTORABLE.test(header),
      ),
    `must name headers of at most ${MAX_HEADER} characters, without NUL and lone surrogates`,
  )
  .refine((columns) => !columns[OTHER_COLUMNS], {
    path: [OTHER_COLUMNS],
    error: 'stands for all other columns and can only be null, which ignores them',
  });
export type CsvColumns = z.infer<typeof csvColumnsSchema>;

const MAX_COLUMNS_TEXT = 8000;

/** Columns in a query, as JSON. */
export const csvColumnsParam = z
  .string()
  .max(MAX_COLUMNS_TEXT)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be a JSON object of headers and fields, like {"Task ID":"turing_task_id"}',
      });
      return z.NEVER;
    }
  })
  .pipe(csvColumnsSchema);
