import { z } from 'zod';
import { instantSchema, requestInstantSchema } from './scalars.js';

/** What the portal tells people of. */
export const TOLD_KINDS = [
  'came_back',
  'feedback',
  'claim_asked',
  'appeal',
  'conflict',
  'target',
  'role',
  'import',
  'behind',
  'webhook',
  'digest',
  'alert',
  'test',
] as const;
/** What a user can choose; a test goes out because they asked for it. */
export const CHOSEN_KINDS = TOLD_KINDS.filter((kind) => kind !== 'test');
export const toldKindSchema = z.enum(TOLD_KINDS);
export type ToldKind = z.infer<typeof toldKindSchema>;

export const CHANNELS = ['slack', 'email'] as const;
export const channelSchema = z.enum(CHANNELS);
export type Channel = z.infer<typeof channelSchema>;

/** At once, together once a day, or never. */
export const HOWS = ['now', 'daily', 'off'] as const;
export const howSchema = z.enum(HOWS);
export type How = z.infer<typeof howSchema>;

/** E-mails of this time are one. */
export const EMAIL_PAUSE_SECONDS = 120;

/** Most ids of one kind in the subject of a notification. */
export const MAX_TOLD_IDS = 20;
/** How long a notification is kept, in days. */
export const NOTIFICATION_DAYS = 90;
/** Most notifications in one response. */
const MAX_NOTIFICATIONS = 100;

export const SHOWN_NOTIFICATIONS = ['all', 'unread', 'read'] as const;

/** `GET /api/v1/notifications`; `after` is the `next` of an earlier response. */
export const notificationsQuerySchema = z.strictObject({
  show: z.enum(SHOWN_NOTIFICATIONS).default('all'),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_NOTIFICATIONS).default(50),
});
export type NotificationsQuery = z.output<typeof notificationsQuerySchema>;

export const notificationSchema = z.object({
  id: z.uuid(),
  kind: toldKindSchema,
  /** One sentence that says what happened. */
  text: z.string(),
  /** One sentence that says why the caller is told. */
  why: z.string(),
  /** The path of the page that shows it. */
  link: z.string(),
  /** How many things it is about, such as tasks. */
  things: z.number().int(),
  /** Of a digest its numbers and the rest, each with the path of its page; of others none. */
  lines: z.array(z.object({ text: z.string(), link: z.string() })),
  /** Of many tasks the first 20. */
  task_ids: z.array(z.number().int()),
  created_at: instantSchema,
  read_at: instantSchema.nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationsSchema = z.object({
  items: z.array(notificationSchema),
  /** Null if there are no older ones. */
  next: z.string().nullable(),
  unread: z.number().int(),
});
export type Notifications = z.infer<typeof notificationsSchema>;

export const unreadSchema = z.object({ unread: z.number().int() });
export type Unread = z.infer<typeof unreadSchema>;

export const notificationIdSchema = z.uuid();

/** `POST /api/v1/notifications/read`: all, or those until an instant, so that one that comes meanwhile stays unread. */
export const readAllSchema = z.strictObject({ until: requestInstantSchema.optional() });
export type ReadAll = z.output<typeof readAllSchema>;

/** `PUT /api/v1/notifications/choices/{kind}/{channel}` */
export const choiceInputSchema = z.strictObject({ how: howSchema });
export type ChoiceInput = z.output<typeof choiceInputSchema>;
export const chosenKindSchema = z.enum(CHOSEN_KINDS);

export const choicesSchema = z.object({
  choices: z.array(z.object({ kind: toldKindSchema, channel: channelSchema, how: howSchema })),
  channels: z.array(
    z.object({
      channel: channelSchema,
      /** Whether the portal has this channel. */
      is_set_up: z.boolean(),
      /** Why the last message did not arrive; null if it did. */
      problem: z.string().nullable(),
    }),
  ),
  /** The zone of the hours below: of the profile, else that of the reports. */
  time_zone: z.string(),
  /** Nothing goes out between these hours; what comes then waits. */
  quiet_from: z.number().int(),
  quiet_to: z.number().int(),
  daily_at: z.number().int(),
});
export type Choices = z.infer<typeof choicesSchema>;

/** `POST /api/v1/notifications/test` */
export const testInputSchema = z.strictObject({ channel: channelSchema });
export type TestInput = z.output<typeof testInputSchema>;
export const testSentSchema = z.object({ id: z.uuid() });
export type TestSent = z.infer<typeof testSentSchema>;

const DELIVERY_STATES = ['waiting', 'sent', 'dropped', 'failed'] as const;

/** `GET /api/v1/notifications/{id}/deliveries`: what became of it on each channel. */
export const deliveriesSchema = z.object({
  items: z.array(
    z.object({
      channel: channelSchema,
      state: z.enum(DELIVERY_STATES),
      /** When it is tried next; null unless it waits. */
      due_at: instantSchema.nullable(),
      sent_at: instantSchema.nullable(),
      /** Why it was not sent, or not yet. */
      reason: z.string().nullable(),
    }),
  ),
});
export type Deliveries = z.infer<typeof deliveriesSchema>;
