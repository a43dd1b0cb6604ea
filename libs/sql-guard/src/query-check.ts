import { z } from 'zod';
import { MOST_PROBLEMS } from './problem.js';

/** What the guard says of a query. */
export const queryCheckSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /**
     * What to run: as typed, each `{{ project_id }}` replaced by `$1::int4`. To be sent by itself:
     * it may end with a semicolon or a comment.
     */
    sql: z.string(),
    /** Whether `$1` has to be bound. */
    usesProjectId: z.boolean(),
    /** Whether it gives the same rows as long as the data is the same: see steadiness.ts. */
    isDeterministic: z.boolean(),
  }),
  z.object({
    ok: z.literal(false),
    /** From the beginning of the text to its end. */
    problems: z
      .array(
        z.object({
          message: z.string(),
          position: z.int(),
          line: z.int(),
          column: z.int(),
        }),
      )
      .min(1)
      .max(MOST_PROBLEMS),
  }),
]);
export type QueryCheck = z.infer<typeof queryCheckSchema>;
