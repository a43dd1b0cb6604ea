import { z } from 'zod';
import { isDatabaseAway } from './database-away.js';
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, QUERY_CANCELED } from './sql-states.js';

/** Besides those of `isDatabaseAway`. A violated constraint is none: its rows would violate it again. */
const PASSING: readonly string[] = [
  '40001', // serialization_failure, also for a query on a standby that recovery has ended
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  '57P05', // idle_session_timeout
];

/**
 * Whether the same work may succeed if it is tried again: the database or the upload store was away, or others were in
 * its way. The error of a store says so in its cause.
 */
export function mayPass(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && PASSING.includes(error.code))
    return true;
  return isBucketAway(error) || mayPass(error.cause);
}

/** The bucket has answered with an error of its own, or that there are too many requests. */
function isBucketAway(error: Error): boolean {
  const answer = '$metadata' in error ? answerSchema.safeParse(error.$metadata).data : undefined;
  return answer !== undefined && (answer.httpStatusCode >= 500 || answer.httpStatusCode === 429);
}

const answerSchema = z.object({ httpStatusCode: z.number() });
