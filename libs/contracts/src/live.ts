import { z } from 'zod';
import { POD_ROLES } from './constants.js';
import { LISTED_TABLES } from './entities.js';
import { importSummarySchema } from './imports.js';
import { type Unread, unreadSchema } from './notifications.js';
import { problemCodeSchema } from './problem.js';
import { instantSchema, daySchema } from './scalars.js';
import { stampSchema } from './stamp.js';
import { userDetailsSchema } from './users.js';

/** Socket.IO path on the portal's port. */
export const LIVE_PATH = '/socket.io';

export const subscribeSchema = z.strictObject({
  project_id: z.number().int().min(0),
  pod_name: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => !name.includes('\0'), 'must not contain NUL')
    .optional(),
});
export type Subscribe = z.infer<typeof subscribeSchema>;

/** Every pushed state contains its project and its stamp. */
const stamped = stampSchema.extend({ project_id: z.number().int() });

export const syncTimeSchema = stamped.extend({ value: instantSchema.nullable() });
export type SyncTime = z.infer<typeof syncTimeSchema>;

/** Totals of the whole project, so that a card updates before the filtered refetch ends. */
export const dashboardChangedSchema = stamped.extend({
  totals: z.object({
    total_tasks: z.number().int(),
    completed_tasks: z.number().int(),
    rework_tasks: z.number().int(),
    reviewed_tasks: z.number().int(),
    total_reviews: z.number().int(),
    total_batches: z.number().int(),
  }),
});
export type DashboardChanged = z.infer<typeof dashboardChangedSchema>;

/**
 * The review desk: `pending` tasks wait for a first review, `done` tasks got a review today in the
 * reporting zone. With `pod_name`, the numbers of that pod.
 */
export const reviewCountersSchema = stamped.extend({
  pod_name: z.string().nullable(),
  pending: z.number().int(),
  done: z.number().int(),
});
export type ReviewCounters = z.infer<typeof reviewCountersSchema>;

const workSchema = z.object({ tasks: z.number().int(), turns: z.number().int() });

/** What a user is to do: in the whole week, by the end of today, and the same without today. */
const goalSchema = z.object({ weekly: workSchema, expected: workSchema, due: workSchema });

export const LEVELS = ['error', 'warning', 'success'] as const;

export const memberProgressSchema = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(POD_ROLES),
  user: userDetailsSchema,
  tasks: z.number().int(),
  turns: z.number().int(),
  /** The reviews that the member submitted in the week, of tasks of the project. */
  reviews: z.number().int(),
  /** Null without a target, and for leads and reviewers, who have none. */
  goal: goalSchema.nullable(),
  /** Of the weekly target, by tasks or turns, the larger; cut to one decimal; 0 without a goal. */
  percent: z.number(),
  /** The same against what is expected to date. */
  pace: z.number(),
  /**
   * By the larger percentage of `due`: below 85, below 100, from 100 on. Success once the weekly target
   * is reached; null without a goal and while nothing is due.
   */
  level: z.enum(LEVELS).nullable(),
  /**
   * The percentage that decides the level, cut to one decimal: of the weekly target once it is reached
   * and in past weeks, else of what is due. Null where the level is null.
   */
  level_percent: z.number().nullable(),
});
export type MemberProgress = z.infer<typeof memberProgressSchema>;

/** Progress of one pod in a week; `target` is null without a weekly target. */
export const weeklyProgressSchema = stamped.extend({
  pod_name: z.string(),
  week_start: daySchema,
  week_end: daySchema,
  target: z.object({ daily_tasks: z.number().int(), daily_turns: z.number().int() }).nullable(),
  /** What each trainer is expected to have done by the end of today. */
  expected: workSchema.nullable(),
  /** The same without today: nothing on a Monday, the whole target for a past week. */
  due: workSchema.nullable(),
  members: z.array(memberProgressSchema),
});
export type WeeklyProgress = z.infer<typeof weeklyProgressSchema>;

/**
 * Sent to the uploader and to users with data-upload; `project_id` is 0, `revision` increases per
 * import.
 */
export const importProgressSchema = stamped.extend({ import: importSummarySchema });
export type ImportProgress = z.infer<typeof importProgressSchema>;

/**
 * The caller's permissions changed: refresh the token. The socket has already left the rooms that
 * are no longer allowed.
 */
export const permissionsChangedSchema = stamped;
export type PermissionsChanged = z.infer<typeof permissionsChangedSchema>;

/**
 * The server has removed the connection from a room. `moved`: the pod has another name or project,
 * and `moved_to` is its new room, to which the client may subscribe. `not-found`: the pod or project
 * is deleted, or the user may no longer see it; `moved_to` is null.
 */
export const roomClosedSchema = stamped.extend({
  /** Null for the room of a project. */
  pod_name: z.string().nullable(),
  code: z.enum(['moved', 'not-found']),
  detail: z.string(),
  moved_to: z.object({ project_id: z.number().int(), pod_name: z.string() }).nullable(),
});
export type RoomClosed = z.infer<typeof roomClosedSchema>;

/** A new connection is told of the records that changed within this time before it. */
export const RECENT_CHANGE_MS = 15_000;

/** Some of these records may have changed: a list that shows them is to be requested again. */
export const recordsChangedSchema = z.object({ records: z.enum(LISTED_TABLES) });
export type RecordsChanged = z.infer<typeof recordsChangedSchema>;

/** Current state of a room, sent after subscribing. Pod states are null without `pod_name`. */
export const roomStateSchema = z.object({
  sync_time: syncTimeSchema,
  dashboard: dashboardChangedSchema,
  review_counters: reviewCountersSchema,
  weekly_progress: weeklyProgressSchema.nullable(),
});
export type RoomState = z.infer<typeof roomStateSchema>;

export const subscribeAckSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), ...stampSchema.shape, state: roomStateSchema }),
  z.object({ ok: z.literal(false), code: problemCodeSchema, detail: z.string() }),
]);
export type SubscribeAck = z.infer<typeof subscribeAckSchema>;

export const unsubscribeAckSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), code: problemCodeSchema, detail: z.string() }),
]);
export type UnsubscribeAck = z.infer<typeof unsubscribeAckSchema>;

export const authenticateSchema = z.strictObject({ token: z.string().min(1).max(16_384) });
export type Authenticate = z.infer<typeof authenticateSchema>;

export interface ServerToClientEvents {
  'sync-time': (state: SyncTime) => void;
  'dashboard-changed': (state: DashboardChanged) => void;
  'review-counters': (state: ReviewCounters) => void;
  'weekly-progress': (state: WeeklyProgress) => void;
  'import-progress': (state: ImportProgress) => void;
  'permissions-changed': (state: PermissionsChanged) => void;
  'room-closed': (closed: RoomClosed) => void;
  'records-changed': (changed: RecordsChanged) => void;
  /** To the user: how many of their notifications are unread. */
  'notifications-changed': (state: Unread) => void;
  /** The token expires soon: respond with `authenticate`, or the server disconnects. */
  'refresh-token': () => void;
}

export interface ClientToServerEvents {
  subscribe: (request: Subscribe, ack: (answer: SubscribeAck) => void) => void;
  unsubscribe: (request: Subscribe, ack: (answer: UnsubscribeAck) => void) => void;
  /** Replaces the token of the connection with a new one of the same user. */
  authenticate: (request: Authenticate, ack: (answer: UnsubscribeAck) => void) => void;
}

/** Schema of each event with a payload by its name, for clients that parse messages. */
export const SERVER_EVENT_SCHEMAS = {
  'sync-time': syncTimeSchema,
  'dashboard-changed': dashboardChangedSchema,
  'review-counters': reviewCountersSchema,
  'weekly-progress': weeklyProgressSchema,
  'import-progress': importProgressSchema,
  'permissions-changed': permissionsChangedSchema,
  'room-closed': roomClosedSchema,
  'records-changed': recordsChangedSchema,
  'notifications-changed': unreadSchema,
} as const;
