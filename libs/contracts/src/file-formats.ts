import { z } from 'zod';
import { storableSchema, textSchema } from './scalars.js';
import { CSV_FIELDS, type CsvField } from './task-csv.js';
import { EMPTY_CELLS, TASK_FILE_FORMATS } from './task-file.js';
import { taskFileReviewSchema } from './tasks.js';
import { isZoneName } from './time-zones.js';

/** What a row of the file is: a task, or a review of a task that the portal has. */
const ROWS_OF_FILES = ['tasks', 'reviews'] as const;
export const FILE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];
export const FILE_SEPARATORS = [',', ';', '\t', '|'] as const;
export const DECIMAL_SIGNS = ['.', ','] as const;

/**
 * How a file writes instants. `year-first` is 2026-01-31 09:30, also with slashes, as a day alone or with `T`;
 * `day-first` is 31.01.2026 09:30 or 31/1/2026; `month-first` is 1/31/2026 9:30 AM. Seconds and milliseconds
 * count from 1970. An offset in the text counts; otherwise the instant is of the format's time zone.
 */
export const INSTANT_FORMS = [
  'year-first',
  'day-first',
  'month-first',
  'epoch-seconds',
  'epoch-milliseconds',
] as const;
export type InstantForm = (typeof INSTANT_FORMS)[number];
export const DURATION_UNITS = ['minutes', 'hours', 'seconds'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

export const FORMAT_LIMITS = {
  maxColumns: 2000,
  maxName: 1000,
  maxJoined: 10,
  maxValues: 2000,
  maxText: 1000,
  /** Characters of the settings as JSON. */
  maxSettings: 1_000_000,
} as const;

/**
 * A column of a CSV file by its header, or a value of a JSON object by its key or by the path to it:
 * `data.assignee.email`, `annotations.0.id`.
 */
const columnName = storableSchema.pipe(z.string().min(1).max(FORMAT_LIMITS.maxName));
const text = storableSchema.pipe(z.string().max(FORMAT_LIMITS.maxText));
const value = z.union([text, z.number(), z.null()]);

/** Where the value of a field comes from: one column, several that are joined, or no column. */
export const fieldSourceSchema = z.union([
  z.strictObject({
    columns: z.array(columnName).min(1).max(FORMAT_LIMITS.maxJoined),
    /** Between the texts of several columns; empty ones are left out. */
    join: text.default(' '),
    /**
     * What a text of the file means; compared without case and outer blanks. Null is no value. A text that is not
     * among them is the value.
     */
    values: z
      .record(text, value)
      .refine(
        (values) => Object.keys(values).length <= FORMAT_LIMITS.maxValues,
        `must have at most ${FORMAT_LIMITS.maxValues} values`,
      )
      .default({}),
  }),
  z.strictObject({ constant: value }),
]);
export type FieldSource = z.output<typeof fieldSourceSchema>;

export const REVIEW_FIELDS = taskFileReviewSchema.keyof().options;
export type ReviewField = (typeof REVIEW_FIELDS)[number];

/**
 * How the files of a tool become tasks. A batch that has a name and no `turing_batch_id` gets its number from the
 * portal, the same for the same name in a project; a review without `turing_review_id` likewise, by its task,
 * reviewer and time. Rows of reviews need `turing_task_id` alone and add to the reviews of their tasks.
 */
export const formatSettingsSchema = z
  .strictObject({
    file: z.enum(TASK_FILE_FORMATS),
    rows: z.enum(ROWS_OF_FILES).default('tasks'),
    encoding: z.enum(FILE_ENCODINGS).default('utf-8'),
    /** Of a CSV file; null: the one that the header line shows. */
    separator: z.enum(FILE_SEPARATORS).nullable().default(null),
    decimal: z.enum(DECIMAL_SIGNS).default('.'),
    /** What an empty cell, or an empty text, does to the stored value. */
    empty: z.enum(EMPTY_CELLS).default('keep'),
    instants: z.enum(INSTANT_FORMS).default('year-first'),
    /** The IANA time zone of instants without an offset. */
    time_zone: z.string().refine(isZoneName, 'must be a time zone such as Europe/Berlin'),
    duration: z.enum(DURATION_UNITS).default('minutes'),
    /** All columns of the file that the format was made with. */
    columns: z.array(columnName).max(FORMAT_LIMITS.maxColumns),
    fields: z.partialRecord(z.enum(CSV_FIELDS), fieldSourceSchema),
    /** The review in each row; empty for none. */
    review: z.partialRecord(z.enum(REVIEW_FIELDS), fieldSourceSchema).default({}),
    /** Columns that are kept as `metadata`, by their names. */
    metadata: z.array(columnName).max(FORMAT_LIMITS.maxColumns).default([]),
  })
  .superRefine(({ rows, fields, review }, context) => {
    for (const field of missingSources(rows, fields, review)) {
      context.addIssue({
        code: 'custom',
        path: field.split('.'),
        message: 'needs a column or a constant',
      });
    }
  });
export type FormatSettings = z.output<typeof formatSettingsSchema>;
export type FormatSettingsInput = z.input<typeof formatSettingsSchema>;

/** The fields that need a source and have none, as 'fields.turing_task_id'; a new task's status is among them. */
export function missingSources(
  rows: FormatSettings['rows'],
  fields: Partial<Record<CsvField, unknown>>,
  review: Partial<Record<ReviewField, unknown>>,
): string[] {
  const missing: string[] = [];
  const need = (name: string, is: boolean) => void (is || missing.push(name));
  need('fields.turing_task_id', fields.turing_task_id !== undefined);
  if (rows === 'tasks') {
    need('fields.turing_project_id', (fields.turing_project_id ?? fields.project_id) !== undefined);
    need('fields.turing_batch_id', (fields.turing_batch_id ?? fields.batch_name) !== undefined);
  }
  const hasReview = rows === 'reviews' || Object.keys(review).length > 0;
  if (hasReview) {
    need('review.status', review.status !== undefined);
    need(
      'review.turing_review_id',
      (review.turing_review_id ?? review.reviewer_email) !== undefined,
    );
  }
  return missing;
}

const formatName = textSchema(100, 'Name is required');

/** A format in responses. `format_version` grows by one with each change of its settings. */
export const fileFormatSchema = z.object({
  id: z.number().int(),
  project_id: z.number().int(),
  name: z.string(),
  format_version: z.number().int(),
  settings: formatSettingsSchema,
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});
export type FileFormat = z.infer<typeof fileFormatSchema>;

/** Body of `POST /api/v1/file-formats/`; `PATCH` takes name and settings. */
export const fileFormatInputSchema = z.strictObject({
  project_id: z.number().int().min(1).max(2_147_483_647),
  name: formatName,
  settings: formatSettingsSchema,
});
