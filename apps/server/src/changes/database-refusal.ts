import { z } from 'zod';

const refusalSchema = z.object({ code: z.string().length(5), constraint: z.string().optional() });

export const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';
export const DEADLOCK = '40P01';
export const LOCK_NOT_AVAILABLE = '55P03';

/** The SQLSTATE of an error that PostgreSQL raised, and the constraint it names; else undefined. */
export function databaseRefusalOf(error: unknown): z.output<typeof refusalSchema> | undefined {
  return error instanceof Error ? refusalSchema.safeParse(error).data : undefined;
}
