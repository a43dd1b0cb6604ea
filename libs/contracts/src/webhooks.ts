import { z } from 'zod';
import { instantSchema, requestInstantSchema, textSchema } from './scalars.js';

/** What a webhook can be told of. */
export const WEBHOOK_TYPES = [
  'import.ended',
  'import.conflict',
  'task.sent_back',
  'task.feedback',
  'alert.changed',
  'project.changed',
] as const;
const webhookTypeSchema = z.enum(WEBHOOK_TYPES);
export type WebhookType = z.infer<typeof webhookTypeSchema>;
/** What a test sends, to one webhook and whatever its types are. */
export const WEBHOOK_TEST = 'webhook.test';

export const MAX_WEBHOOKS = 20;
/** How long events, tries and answers are kept. */
export const WEBHOOK_DAYS = 30;
/** Most deliveries that one request sends again. */
export const MAX_REPLAYED = 1_000;
const MAX_URL = 2_000;
const MAX_OVERLAP_HOURS = 168;

export const webhookSchema = z.object({
  id: z.number().int(),
  project_id: z.number().int(),
  name: z.string(),
  url: z.string(),
  types: z.array(webhookTypeSchema),
  is_enabled: z.boolean(),
  /** Why the portal has disabled it; null if it is enabled or a person disabled it. */
  disabled_reason: z.string().nullable(),
  /** Since when no try succeeds; null if the last one did, or none was made. */
  failing_since: instantSchema.nullable(),
  /** Deliveries that wait for a try. */
  waiting: z.number().int(),
  secret_made_at: instantSchema,
  /** Until when the secret before signs as well; null if it does not. */
  old_secret_until: instantSchema.nullable(),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookListSchema = z.array(webhookSchema);

const urlSchema = z
  .string({ error: ({ input }) => (input == null ? 'URL is required' : undefined) })
  .max(MAX_URL)
  .refine(
    (url) => !/[\s\p{Cc}\\]/u.test(url),
    'must not contain blanks, backslashes or control characters',
  )
  .refine((url) => URL.canParse(url), 'must be a URL such as https://example.com/hook');

const typesSchema = z
  .array(webhookTypeSchema)
  .min(1, 'At least one type is required')
  .transform((types) => [...new Set(types)]);

/** `POST /api/v1/projects/{id}/webhooks` */
export const newWebhookSchema = z.strictObject({
  name: textSchema(100, 'Name is required'),
  url: urlSchema,
  types: typesSchema,
  is_enabled: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof newWebhookSchema>;

/** `PUT /api/v1/projects/{id}/webhooks/{id}`: the fields that change. */
export const webhookUpdateSchema = z.strictObject({
  name: textSchema(100).optional(),
  url: urlSchema.optional(),
  types: typesSchema.optional(),
  is_enabled: z.boolean().optional(),
});
export type WebhookUpdate = z.output<typeof webhookUpdateSchema>;

/** With the secret, which is shown this once. */
export const createdWebhookSchema = webhookSchema.extend({ secret: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

/** `POST …/secret`: for how long the old secret signs as well; 0 for one that has leaked. */
export const rotationSchema = z.strictObject({
  overlap_hours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(24),
});
export type Rotation = z.output<typeof rotationSchema>;

export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
const deliveryStateSchema = z.enum(DELIVERY_STATES);
export const eventIdSchema = z.uuid();

/** `GET …/deliveries`; `after` is the `next` of an earlier response. */
export const deliveriesQuerySchema = z.strictObject({
  state: deliveryStateSchema.optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuerySchema>;

const deliverySchema = z.object({
  event_id: z.uuid(),
  type: z.string(),
  state: deliveryStateSchema,
  /** Since it was written or replayed. */
  tries: z.number().int(),
  created_at: instantSchema,
  /** When it is tried next; null unless it waits. */
  due_at: instantSchema.nullable(),
  /** Of the last answer; null without one. */
  status: z.number().int().nullable(),
  /** Why the last try was no success; null if it was one or none was made. */
  problem: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;

export const deliveryLogSchema = z.object({
  items: z.array(deliverySchema),
  /** Null if there are no older ones. */
  next: z.string().nullable(),
});
export type DeliveryLog = z.infer<typeof deliveryLogSchema>;

/** One delivery with its tries, the oldest first. */
export const deliveryDetailSchema = deliverySchema.extend({
  payload: z.record(z.string(), z.unknown()),
  log: z.array(
    z.object({
      at: instantSchema,
      took_ms: z.number().int(),
      status: z.number().int().nullable(),
      /** The first kilobyte. */
      answer: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

/** `POST …/replay`: what was written from an instant to another one, that of failed and dropped deliveries or of all. */
export const replaySchema = z.strictObject({
  from: requestInstantSchema,
  until: requestInstantSchema,
  which: z.enum(['unsent', 'all']).default('unsent'),
});
export type Replay = z.output<typeof replaySchema>;

export const replayedSchema = z.object({
  replayed: z.number().int(),
  /** Whether there are more than one request sends again; the newest are left. */
  is_cut: z.boolean(),
});
export type Replayed = z.infer<typeof replayedSchema>;

export const testedSchema = z.object({ event_id: z.uuid() });
export type Tested = z.infer<typeof testedSchema>;
