import { z } from 'zod';
import { instantSchema } from './scalars.js';

/** What housekeeping has removed, by kind: rows or files; `bytes` is null for rows. */
const removedSchema = z.record(
  z.string(),
  z.object({ count: z.number().int(), bytes: z.number().int().nullable() }),
);
export type Removed = z.infer<typeof removedSchema>;

/**
 * The result of the last nightly run, as `core.meta` keeps it. `removed` is what was removed since the
 * night before, `since` what has been removed after that night. `failed` names the kinds that could
 * not be removed in the last attempt; they are tried again.
 */
export const housekeepingSchema = z.object({
  ended_at: instantSchema.nullable(),
  removed: removedSchema,
  since: removedSchema,
  failed: z.array(z.string()),
});
export type HousekeepingResult = z.infer<typeof housekeepingSchema>;
