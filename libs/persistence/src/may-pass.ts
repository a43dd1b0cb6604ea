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

/** Whether the same work may succeed if it is tried again: the database was away, or others were in its way. */
export function mayPass(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'string' && PASSING.includes(error.code);
}
