import { z } from 'zod';
import {
  AGGREGATION_METHODS,
  CHART_TYPES,
  DEFAULT_QUERY_ROWS,
  DEFAULT_QUERY_SECONDS,
  MAX_BULK_STATS,
  MAX_QUERY_BYTES,
  MAX_QUERY_ROWS,
  MAX_QUERY_SECONDS,
  PREVIEW_ROWS,
  PREVIEW_SECONDS,
  STAT_AUDIENCES,
  STAT_PARAMETERS,
} from './constants.js';
import { csvDialectParam } from './csv.js';
import { batchAndDayFilters, DATES_IN_ORDER, datesInOrder } from './dashboard.js';
import { problemSchema } from './problem.js';
import {
  instantSchema,
  optionalTextSchema,
  queryBooleanSchema,
  textSchema,
  wholeNumberParam,
} from './scalars.js';
import { stampSchema } from './stamp.js';

const chartTypeSchema = z.enum(CHART_TYPES);

/** A statistic defined by SQL. */
export const customStatSchema = z.object({
  id: z.number().int(),
  project_id: z.number().int().min(0),
  name: z.string(),
  description: z.string().nullable(),
  /** Null for callers who may not change the statistic. */
  sql_query: z.string().nullable(),
  /** Those that the query uses: a run takes their values. */
  parameters: z.array(z.enum(STAT_PARAMETERS)),
  supported_chart_types: z.array(chartTypeSchema),
  default_chart_type: chartTypeSchema,
  enable_aggregation: z.boolean(),
  aggregation_column: z.string().nullable(),
  aggregation_method: z.enum(AGGREGATION_METHODS),
  display_order: z.number().int(),
  is_active: z.boolean(),
  /** `leads` needs pod-info-public-view, project-admin or admin-view in the project. */
  audience: z.enum(STAT_AUDIENCES),
  /** Increases with each change; the ETag. */
  version: z.number().int(),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type CustomStat = z.infer<typeof customStatSchema>;

/** A created or changed statistic. */
export const savedCustomStatSchema = customStatSchema.extend({
  /** Why the query fails on the data of today, found when it was saved; null if nothing was found. */
  query_error: z.string().nullable(),
});
export type SavedCustomStat = z.infer<typeof savedCustomStatSchema>;

/** `GET /api/v1/projects/{id}/custom-stats/`, by display order and name. */
export const customStatListSchema = z.array(customStatSchema);

/** The text is stored unchanged, because the position of an error refers to it. */
const queryTextSchema = z
  .string({ error: ({ input }) => (input == null ? 'SQL query is required' : undefined) })
  .refine((text) => text.trim() !== '', 'SQL query is required')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_QUERY_BYTES,
    `must have at most ${MAX_QUERY_BYTES / 1024} KB`,
  );

const NO_CHART_TYPE = 'At least one chart type is required';

const fields = z.strictObject({
  name: textSchema(200, 'Name is required'),
  description: optionalTextSchema(5000),
  sql_query: queryTextSchema,
  supported_chart_types: z
    .array(chartTypeSchema, {
      error: ({ input }) => (input == null ? NO_CHART_TYPE : undefined),
    })
    .min(1, NO_CHART_TYPE)
    .transform((types) => [...new Set(types)]),
  default_chart_type: z.enum(CHART_TYPES, {
    error: ({ input }) =>
      input == null || input === '' ? 'Default chart type is required' : undefined,
  }),
  enable_aggregation: z.boolean(),
  aggregation_column: optionalTextSchema(200),
  aggregation_method: z.enum(AGGREGATION_METHODS),
  display_order: z.number().int().min(-1_000_000).max(1_000_000),
  is_active: z.boolean(),
  audience: z.enum(STAT_AUDIENCES),
});
const { shape } = fields;

const aggregationFields = {
  enable_aggregation: shape.enable_aggregation.default(false),
  aggregation_column: shape.aggregation_column.default(null),
  aggregation_method: shape.aggregation_method.default('sum'),
};

interface Aggregation {
  readonly enable_aggregation: boolean;
  readonly aggregation_column: string | null;
}

function needsColumn({ enable_aggregation, aggregation_column }: Aggregation): boolean {
  return enable_aggregation && aggregation_column === null;
}

const NO_COLUMN = {
  path: ['aggregation_column'],
  error: 'Aggregation column is required when aggregation is enabled',
  // Together with the errors of other fields.
  when: ({ value }: { value: unknown }) => aggregationSchema.safeParse(value).success,
};
const aggregationSchema = z.object({
  enable_aggregation: z.boolean(),
  aggregation_column: z.string().nullable(),
});

/** `POST /api/v1/projects/{id}/custom-stats/` */
export const newCustomStatSchema = fields
  .extend({
    description: shape.description.default(null),
    ...aggregationFields,
    display_order: shape.display_order.default(0),
    is_active: shape.is_active.default(true),
    audience: shape.audience.default('members'),
  })
  .refine(
    ({ supported_chart_types: supported, default_chart_type }) =>
      supported.length === 0 || supported.includes(default_chart_type),
    {
      path: ['default_chart_type'],
      error: 'Default chart type must be one of the supported chart types',
    },
  )
  .refine((stat) => !needsColumn(stat), NO_COLUMN);
export type NewCustomStat = z.output<typeof newCustomStatSchema>;

/**
 * `PUT /api/v1/projects/{id}/custom-stats/{statId}`: only the fields that are present change; the
 * result must be valid as a new one.
 */
export const customStatUpdateSchema = fields.partial();
export type CustomStatUpdate = z.output<typeof customStatUpdateSchema>;

/** Maximum number of statistics that one order can have. */
const MAX_ORDERED_STATS = 10_000;

/** `PUT /api/v1/projects/{id}/custom-stats/order`: each statistic of the project once. */
export const customStatOrderSchema = z.strictObject({
  stat_ids: z
    .array(z.number().int().min(1).max(2_147_483_647))
    .max(MAX_ORDERED_STATS)
    .refine((ids) => new Set(ids).size === ids.length, 'must have each id once'),
});
export type CustomStatOrder = z.output<typeof customStatOrderSchema>;

/** Query of the list; only users who manage the statistics see inactive ones. */
export const customStatsQuerySchema = z.strictObject({
  active_only: queryBooleanSchema.default(true),
});
export type CustomStatsQuery = z.output<typeof customStatsQuerySchema>;

/** An id that the caller chooses for a run, to cancel it. */
export const runIdSchema = z.uuid();

/**
 * Values of the parameters of a statistic: an absent one is null in its query. Those that it does not use
 * have no effect.
 */
export type ParameterValues = z.output<z.ZodObject<typeof batchAndDayFilters>>;

function runQueryOf(seconds: number, rows: number) {
  return z
    .strictObject({
      timeout_seconds: wholeNumberParam({ minimum: 1, maximum: MAX_QUERY_SECONDS }).prefault(
        seconds,
      ),
      max_rows: wholeNumberParam({ minimum: 1, maximum: MAX_QUERY_ROWS }).prefault(rows),
      run_id: runIdSchema.optional(),
      ...batchAndDayFilters,
    })
    .refine(datesInOrder, DATES_IN_ORDER);
}

/** Query of execute and bulk-execute. */
export const runQuerySchema = runQueryOf(DEFAULT_QUERY_SECONDS, DEFAULT_QUERY_ROWS);
export type RunQuery = z.output<typeof runQuerySchema>;

/** Query of the preview. */
export const previewQuerySchema = runQueryOf(PREVIEW_SECONDS, PREVIEW_ROWS);

/** `POST /api/v1/projects/{id}/custom-stats/preview`: runs an unsaved query and stores nothing. */
export const previewSchema = z
  .strictObject({ sql_query: queryTextSchema, ...aggregationFields })
  .refine((preview) => !needsColumn(preview), NO_COLUMN);
export type Preview = z.output<typeof previewSchema>;

/**
 * `POST /api/v1/projects/{id}/custom-stats/bulk-execute`: all active statistics, or the named ones.
 */
export const bulkExecutionSchema = z.strictObject({
  /** A repeated id runs once. */
  stat_ids: z
    .array(z.number().int().min(1))
    .min(1)
    .max(MAX_BULK_STATS)
    .transform((ids) => [...new Set(ids)])
    .optional(),
});
export type BulkExecution = z.output<typeof bulkExecutionSchema>;

/**
 * A value of a row. Numbers that JavaScript cannot represent exactly (numeric, bigint) are strings,
 * times are ISO 8601, json is JSON; other types are strings in PostgreSQL's format.
 */
const cellSchema = z.unknown();
const rowSchema = z.array(cellSchema);

const groupSchema = z.object({
  /** The value of the aggregation column that the rows share. */
  group_key: cellSchema,
  group_data: z.array(rowSchema),
  row_count: z.number().int(),
  /**
   * In the order of the columns; exact decimals as strings, null where the method does not apply.
   */
  subtotals: rowSchema,
});
export type ResultGroup = z.infer<typeof groupSchema>;

/** The result of a run. Values are in the order of the columns, whose names can repeat. */
export const customStatResultSchema = z.object({
  /** Null for a preview. */
  stat_id: z.number().int().nullable(),
  /** Of the project: the result includes everything committed before it. */
  ...stampSchema.shape,
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  data: z.array(rowSchema),
  row_count: z.number().int(),
  /** The query has more rows than `max_rows`. */
  truncated: z.boolean(),
  execution_time_ms: z.number(),
  /** Groups of the rows in `data`; null without aggregation. */
  aggregated_data: z.array(groupSchema).nullable(),
  grand_totals: rowSchema.nullable(),
  /** A failed run is a problem, or in a bulk response an object with its error alone. */
  error: z.null(),
});
export type CustomStatResult = z.infer<typeof customStatResultSchema>;

const statErrorSchema = problemSchema.pick({
  code: true,
  detail: true,
  errors: true,
  queue_position: true,
});

/** A result or an error for each statistic. */
export const bulkResultSchema = z.object({
  results: z.array(
    z.union([
      customStatResultSchema.extend({ stat_id: z.number().int() }),
      z.object({ stat_id: z.number().int(), error: statErrorSchema }),
    ]),
  ),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** Null for a query that is not saved. */
const queuedStatIdSchema = z.number().int().nullable();

/**
 * `GET /api/v1/projects/{id}/custom-stats/queue`: the runs of the project on the server that answers.
 */
export const runQueueSchema = z.object({
  running: z.array(z.object({ stat_id: queuedStatIdSchema, running_ms: z.number().int().min(0) })),
  waiting: z.array(
    z.object({
      stat_id: queuedStatIdSchema,
      waiting_ms: z.number().int().min(0),
      /** Among the waiting runs of all projects; 1 is next. */
      queue_position: z.number().int().min(1),
    }),
  ),
});
export type RunQueueState = z.infer<typeof runQueueSchema>;

/** Query of `GET /api/v1/projects/{id}/custom-stats/{statId}/export`: exports all rows. */
export const exportQuerySchema = z
  .strictObject({
    format: z.enum(['csv', 'json']),
    /** Of CSV. */
    ...csvDialectParam,
    timeout_seconds: wholeNumberParam({
      minimum: 1,
      maximum: MAX_QUERY_SECONDS,
    }).prefault(MAX_QUERY_SECONDS),
    ...batchAndDayFilters,
  })
  .refine(datesInOrder, DATES_IN_ORDER);
export type ExportQuery = z.output<typeof exportQuerySchema>;

/** The rows of a JSON export, by column name. */
export const exportedRowsSchema = z.array(z.record(z.string(), z.unknown()));

/** `GET /api/v1/custom-stats/schema`: the views and columns that a query may read. */
export const reportingSchemaSchema = z.object({
  views: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
    }),
  ),
  functions: z.array(z.string()),
  placeholders: z.array(z.object({ name: z.string(), description: z.string() })),
  examples: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      sql_query: z.string(),
      supported_chart_types: z.array(chartTypeSchema),
      default_chart_type: chartTypeSchema,
      aggregation_column: z.string().nullable(),
      audience: z.enum(STAT_AUDIENCES),
    }),
  ),
});
export type ReportingSchema = z.infer<typeof reportingSchemaSchema>;
