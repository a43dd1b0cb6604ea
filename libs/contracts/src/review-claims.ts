import { z } from 'zod';
import { instantSchema } from './scalars.js';

/** How long a claim holds after it is taken or extended. */
export const CLAIM_MINUTES = 30;

/** Who reviews a waiting task, until when. */
export const reviewClaimSchema = z.object({
  reviewer: z.object({
    email: z.string(),
    name: z.string(),
    /** URL of the picture. */
    picture: z.string().nullable(),
  }),
  claimed_at: instantSchema,
  expires_at: instantSchema,
  /** Whether it is that of the caller. */
  is_mine: z.boolean(),
  /** The name of who asked the reviewer last to give the task back. */
  asked_by: z.string().nullable(),
  /** Whether that was the caller. */
  is_asked_by_me: z.boolean(),
});
export type ReviewClaim = z.infer<typeof reviewClaimSchema>;
