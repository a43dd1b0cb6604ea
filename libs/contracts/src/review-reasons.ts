import { z } from 'zod';
import { emptiableTextSchema, textSchema } from './scalars.js';

/** Most characters of a reason, and most reasons of one review. */
export const MAX_REASON = 200;
export const MAX_REASONS = 20;

/** `POST /api/v1/review-reasons/`; `PATCH` takes any of the fields but the project. */
export const reviewReasonInputSchema = z.strictObject({
  project_id: z.number().int().min(1).max(2_147_483_647),
  name: textSchema(MAX_REASON),
  /** What it says, for reviewers. */
  meaning: emptiableTextSchema(1000).optional(),
  /** Reasons are offered in the order of their positions. */
  position: z.number().int().min(0).max(10_000).optional(),
  /** It is not offered any more. */
  is_archived: z.boolean().optional(),
});

/** A reason as the form of feedback offers it. */
export const offeredReasonSchema = z.object({ name: z.string(), meaning: z.string() });
export type OfferedReason = z.infer<typeof offeredReasonSchema>;
