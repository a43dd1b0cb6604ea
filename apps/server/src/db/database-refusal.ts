import { z } from 'zod';

export const refusalSchema = z.object({
  code: z.string().length(5),
  schema: z.string().optional(),
  table: z.string().optional(),
  column: z.string().optional(),
  constraint: z.string().optional(),
});

export const NOT_NULL_VIOLATION = '23502';
export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
export const EXCLUSION_VIOLATION = '23P01';
export const CHECK_VIOLATION = '23514';
export const DEADLOCK = '40P01';

/** The SQLSTATE of a PostgreSQL error with the names in it; else undefined. */
export function databaseRefusalOf(error: unknown): z.output<typeof refusalSchema> | undefined {
  return error instanceof Error ? refusalSchema.safeParse(error).data : undefined;
}
