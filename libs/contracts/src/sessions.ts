import { z } from 'zod';
import { instantSchema } from './scalars.js';

/** A sign-in that has not ended. */
export const sessionSchema = z.object({
  id: z.uuid(),
  opened_at: instantSchema,
  /** The last sign-in or refresh; a client refreshes every 15 minutes while it is used. */
  last_used_at: instantSchema,
  /** The end if it is not used meanwhile. */
  expires_at: instantSchema,
  /** The `User-Agent` of the sign-in; empty if it had none. */
  user_agent: z.string(),
  /** Whether the request itself belongs to it. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** `GET /api/v1/auth/admin/users/{userId}/sessions/`, the last used first. */
export const sessionsSchema = z.object({ items: z.array(sessionSchema) });
export type Sessions = z.infer<typeof sessionsSchema>;
