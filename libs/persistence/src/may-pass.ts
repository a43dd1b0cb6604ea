import { z } from 'zod';
import { type Meaning, meaningOf } from './database-errors.js';

/** A violated constraint is none: its rows would violate it again. */
const PASSING: readonly (Meaning | undefined)[] = [
  'away',
  'no free connection',
  'too many connections',
  'serialization',
  'deadlock',
  'locked',
  'out of time',
  'idle',
];

/**
 * Whether the same work may succeed if it is tried again: the database or the upload store was away, or others were in
 * its way. The error of a store says so in its cause.
 */
export function mayPass(error: unknown): boolean {
  if (PASSING.includes(meaningOf(error))) return true;
  if (!(error instanceof Error)) return false;
  return isBucketAway(error) || mayPass(error.cause);
}

/** The bucket has answered with an error of its own, or that there are too many requests. */
function isBucketAway(error: Error): boolean {
  const answer = '$metadata' in error ? answerSchema.safeParse(error.$metadata).data : undefined;
  return answer !== undefined && (answer.httpStatusCode >= 500 || answer.httpStatusCode === 429);
}

const answerSchema = z.object({ httpStatusCode: z.number() });
