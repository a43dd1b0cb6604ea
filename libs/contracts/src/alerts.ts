import { z } from 'zod';
import { DATES_IN_ORDER, datesInOrder } from './dashboard.js';
import {
  daySchema,
  instantSchema,
  requestInstantSchema,
  textSchema,
  whenAllAreValid,
} from './scalars.js';

/** What of a statistic an alert looks at: a cell, the sum of a column, or how many rows there are. */
export const ALERT_TAKES = ['value', 'sum', 'rows'] as const;
export type AlertTake = (typeof ALERT_TAKES)[number];

/** Numbers of the portal that an alert can look at without a statistic. */
export const ALERT_NUMBERS = [
  'rework_rate',
  'first_look',
  'review_coverage',
  'waiting_reviews',
  'pods_behind',
  'no_import',
] as const;
export type AlertNumber = (typeof ALERT_NUMBERS)[number];
/** Those that time changes, too. */
export const TIMED_NUMBERS = [
  'waiting_reviews',
  'pods_behind',
  'no_import',
] as const satisfies readonly AlertNumber[];

/** When it is over its limit. `changed_by` compares with the evaluation before, in percent. */
export const ALERT_CONDITIONS = ['above', 'below', 'changed_by', 'no_rows'] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** Of each value of the key column, or of the whole alert. */
export const KEY_STATES = ['ok', 'pending', 'firing', 'recovering', 'no_data'] as const;
export type KeyStateName = (typeof KEY_STATES)[number];
/** Of an alert: the worst of its keys, unless it cannot be evaluated. */
export const ALERT_STATES = [...KEY_STATES, 'failing', 'suspended', 'not_evaluated'] as const;
export type AlertStateName = (typeof ALERT_STATES)[number];

/** Evaluations in a row that a change of state may need. */
const MAX_EVALUATIONS = 60;
/** Values of a key column that one alert follows. */
export const MAX_ALERT_KEYS = 500;
const MAX_RECIPIENTS = 100;
const MAX_DAYS = 365;
/** How long the history of an alert is kept. */
export const ALERT_DAYS = 90;
/** Changes of state in one response. */
export const MAX_ALERT_CHANGES = 100;

const ids = z
  .array(z.number().int().min(1).max(2_147_483_647))
  .max(MAX_RECIPIENTS)
  .transform((given) => [...new Set(given)]);
const columnSchema = textSchema(200).nullable();
/** As Slack makes IDs and names of channels. An ID of a user is none: people are told by `user_ids`. */
const SLACK_CHANNEL = /^(?:[CG][A-Z0-9]{7,20}|#[\p{Ll}\p{Lo}\p{M}\p{N}_-]{1,80})$/u;
const slackChannelSchema = textSchema(100)
  .refine(
    (text) => SLACK_CHANNEL.test(text),
    'must be the ID of a channel, such as C0123456789 (at the end of its details in Slack), or its name with #, such as #quality',
  )
  .nullable();
/** Values of the parameters of its statistic, always the same; an absent one is null in the query. */
const parametersSchema = z
  .strictObject({
    start_date: daySchema.optional(),
    end_date: daySchema.optional(),
    batch_ids: z.array(z.number().int().min(1)).min(1).max(1000).optional(),
  })
  .refine(datesInOrder, DATES_IN_ORDER);
const evaluations = z.number().int().min(1).max(MAX_EVALUATIONS);

const settings = z.strictObject({
  name: textSchema(200, 'Name is required'),
  /** The statistic that it looks at; null for a number of the portal. */
  stat_id: z.number().int().min(1).max(2_147_483_647).nullable(),
  number: z.enum(ALERT_NUMBERS).nullable(),
  take: z.enum(ALERT_TAKES),
  /** Of the statistic; for `value` and `sum`. */
  column_name: columnSchema,
  /** Each of its values has a state of its own. */
  key_column: columnSchema,
  /** Those that its query does not use have no effect. */
  parameters: parametersSchema,
  /** `waiting_reviews` counts those that wait for longer. */
  days: z.number().int().min(0).max(MAX_DAYS).nullable(),
  condition: z.enum(ALERT_CONDITIONS),
  limit_value: z.number().min(-1e15).max(1e15).nullable(),
  /** Evaluations in a row over the limit until it fires. */
  fires_after: evaluations,
  /** Evaluations in a row within the limit until it has recovered. */
  recovers_after: evaluations,
  /** Who is told: users, those with a role in the project, members of pods. */
  user_ids: ids,
  role_ids: ids,
  pod_ids: ids,
  /** A channel that is told as well: its ID or its name with #; null for none. */
  slack_channel: slackChannelSchema,
  is_active: z.boolean(),
  /** Until then nobody is told. */
  muted_until: requestInstantSchema.nullable(),
});
const { shape } = settings;

type Settings = z.output<typeof settings>;

/** What does not fit together, by field. */
function misfits(alert: Settings): [keyof Settings, string][] {
  const { stat_id, number, take, column_name, key_column, days, condition, limit_value } = alert;
  const { parameters } = alert;
  const found: [keyof Settings, string, boolean][] = [
    [
      'stat_id',
      'an alert looks at a statistic or at a number',
      (stat_id === null) === (number === null),
    ],
    [
      'column_name',
      'Column is required',
      stat_id !== null && take !== 'rows' && column_name === null,
    ],
    ['column_name', 'rows are counted without a column', take === 'rows' && column_name !== null],
    ['key_column', 'is for statistics', number !== null && key_column !== null],
    ['column_name', 'is for statistics', number !== null && column_name !== null],
    ['parameters', 'are for statistics', number !== null && Object.keys(parameters).length > 0],
    ['days', 'Days are required', number === 'waiting_reviews' && days === null],
    ['days', 'are for reviews that wait', number !== 'waiting_reviews' && days !== null],
    ['limit_value', 'Limit is required', condition !== 'no_rows' && limit_value === null],
    ['limit_value', 'is not needed', condition === 'no_rows' && limit_value !== null],
    ['limit_value', 'must be more than 0', condition === 'changed_by' && (limit_value ?? 1) <= 0],
    [
      'condition',
      'no rows are for the rows of a statistic without a key column',
      condition === 'no_rows' && (stat_id === null || take !== 'rows' || key_column !== null),
    ],
    [
      'fires_after',
      'must be 1: the next evaluation compares with the changed value',
      condition === 'changed_by' && alert.fires_after !== 1,
    ],
  ];
  return found.filter(([, , isWrong]) => isWrong).map(([field, words]) => [field, words]);
}

/** `POST /api/v1/projects/{id}/alerts/` */
export const newAlertSchema = settings
  .extend({
    stat_id: shape.stat_id.default(null),
    number: shape.number.default(null),
    take: shape.take.default('value'),
    column_name: shape.column_name.default(null),
    key_column: shape.key_column.default(null),
    parameters: shape.parameters.default({}),
    days: shape.days.default(null),
    limit_value: shape.limit_value.default(null),
    fires_after: shape.fires_after.default(1),
    recovers_after: shape.recovers_after.default(1),
    user_ids: shape.user_ids.default([]),
    role_ids: shape.role_ids.default([]),
    pod_ids: shape.pod_ids.default([]),
    slack_channel: shape.slack_channel.default(null),
    is_active: shape.is_active.default(true),
    muted_until: shape.muted_until.default(null),
  })
  .check((context) => {
    if (!whenAllAreValid(context)) return;
    for (const [field, message] of misfits(context.value)) {
      context.issues.push({ code: 'custom', input: context.value, path: [field], message });
    }
  });
export type NewAlert = z.output<typeof newAlertSchema>;

/** `PUT /api/v1/projects/{id}/alerts/{alertId}`: only the fields that are present change. */
export const alertUpdateSchema = settings.partial();
export type AlertUpdate = z.output<typeof alertUpdateSchema>;

const keyStateSchema = z.object({
  /** Null without a key column. */
  key: z.string().nullable(),
  state: z.enum(KEY_STATES),
  /** Evaluations in a row of a state that waits: 2 of 3. */
  evaluations: z.number().int(),
  value: z.number().nullable(),
  since: instantSchema,
});

export const alertSchema = z.object({
  id: z.number().int(),
  project_id: z.number().int(),
  ...settings.shape,
  muted_until: instantSchema.nullable(),
  /** Who made it, and is told if it fails again and again. Null after their account is gone. */
  owner: z.string().nullable(),
  /** The name of its statistic; null for a number, or after the statistic was deleted. */
  stat_name: z.string().nullable(),
  state: z.enum(ALERT_STATES),
  /** Why it is suspended or failing; null if it is not. */
  reason: z.string().nullable(),
  /** Why the last message to its Slack channel did not arrive; null if it did, and for those who may not change it. */
  slack_problem: z.string().nullable(),
  evaluated_at: instantSchema.nullable(),
  /** Of the project, as it was evaluated last. */
  revision: z.number().int().nullable(),
  /** The worst first, at most 500. */
  keys: z.array(keyStateSchema),
  version: z.number().int(),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Alert = z.infer<typeof alertSchema>;

/** `GET /api/v1/projects/{id}/alerts/`, by name. */
export const alertListSchema = z.array(alertSchema);

const HISTORY_STATES = [...KEY_STATES, 'failing', 'suspended', 'reset'] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

/** `GET /api/v1/projects/{id}/alerts/{alertId}/history`: the newest first. */
export const alertHistorySchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      at: instantSchema,
      key: z.string().nullable(),
      state: z.enum(HISTORY_STATES),
      value: z.number().nullable(),
      reason: z.string().nullable(),
      /** Of the project, when it was found. */
      revision: z.number().int(),
      /** The import that made the change; null for another one. */
      import_id: z.uuid().nullable(),
      import_name: z.string().nullable(),
      /** Who made it; null for an import and for what time brings. */
      by: z.string().nullable(),
    }),
  ),
  /** Null if there are no older ones. */
  next: z.number().int().nullable(),
});
export type AlertHistory = z.infer<typeof alertHistorySchema>;

/** `before` is the `next` of an earlier response. */
export const alertHistoryQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type AlertHistoryQuery = z.output<typeof alertHistoryQuerySchema>;

/** `POST /api/v1/projects/{id}/alerts/{alertId}/mute`: until then nobody is told; null ends it. */
export const alertMuteSchema = z.strictObject({ until: requestInstantSchema.nullable() });
export type AlertMute = z.output<typeof alertMuteSchema>;
