import { z } from 'zod';
import { instantSchema, requestInstantSchema } from './scalars.js';

/** What the portal tells people of. */
export const TOLD_KINDS = [
  'came_back',
  'feedback',
  'claim_asked',
  'conflict',
  'target',
  'role',
  'import',
] as const;
export const toldKindSchema = z.enum(TOLD_KINDS);
export type ToldKind = z.infer<typeof toldKindSchema>;

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
