import { z } from 'zod';
import { PLACEHOLDERS } from './placeholders.js';
import { MOST_PROBLEMS } from './problem.js';

/** Result of the guard. */
export const checkResultSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /**
     * The SQL to run: the original text with each placeholder replaced with a parameter such as
     * `$1::int4`. Send it alone: it can end with a semicolon or a comment.
     */
    sql: z.string(),
    /** What `$1`, `$2` and so on must be bound to. */
    placeholders: z.array(z.enum(PLACEHOLDERS)),
    /** Whether it returns the same rows while the data is unchanged: see determinism.ts. */
    isDeterministic: z.boolean(),
  }),
  z.object({
    ok: z.literal(false),
    /** Ordered by position. */
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
export type CheckResult = z.infer<typeof checkResultSchema>;
