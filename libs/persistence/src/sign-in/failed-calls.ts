import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

interface CountedCalls {
  /** Those of the window, up to one more than the limit. */
  readonly calls: number;
  readonly secondsLeft: number;
}

/**
 * Counts a call of a client.
 * @param seconds after the first call of a window the count begins again
 */
export async function countCall(
  db: Queryable,
  client: string,
  seconds: number,
  limit: number,
): Promise<CountedCalls> {
  // Refused calls do not add up: those that run may all succeed and be forgotten.
  const [counted] = await db.query<CountedCalls>(
    sql`
      INSERT INTO sign_in.calls AS known (client, calls, resets_at)
      VALUES ($1, 1, now() + $2 * interval '1 second')
      ON CONFLICT (client) DO UPDATE SET
        calls = CASE WHEN known.resets_at > now() THEN least(known.calls, $3) + 1 ELSE 1 END,
        resets_at = CASE WHEN known.resets_at > now() THEN known.resets_at ELSE excluded.resets_at END
      RETURNING calls, extract(epoch FROM resets_at - now())::float8 AS "secondsLeft"`,
    [client, seconds, limit],
  );
  if (!counted) throw new Error('an upsert without a row');
  return counted;
}

/** Takes one call of the client back. */
export async function forgetCall(db: Queryable, client: string): Promise<void> {
  await db.query(sql`UPDATE sign_in.calls SET calls = calls - 1 WHERE client = $1 AND calls > 0`, [
    client,
  ]);
}

/** Rows that another server locks are skipped: it deletes or counts them. */
export async function forgetExpiredCalls(db: Queryable): Promise<void> {
  await db.query(sql`
    DELETE FROM sign_in.calls WHERE client IN (
      SELECT client FROM sign_in.calls WHERE resets_at <= now() FOR UPDATE SKIP LOCKED)`);
}
