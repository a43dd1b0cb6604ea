import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

const PATIENCE_MS = 1_000;
const LOOK_MS = 50;

/**
 * How many seconds the replica is behind: 0 if within a second it has everything that the primary had
 * written at the beginning, else the age of its last commit. This is an upper limit: a primary that
 * nobody wrote to had no later one.
 */
export async function readReplicaLag(primary: Queryable, replica: Queryable): Promise<number> {
  const [written] = await primary.query<{ lsn: string }>(
    sql`SELECT pg_current_wal_flush_lsn()::text AS lsn`,
  );
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const [replayed] = await replica.query<{ has: boolean; age: number }>(progress, [written?.lsn]);
    if (replayed === undefined || replayed.has) return 0;
    if (Date.now() >= deadline) return replayed.age;
    await pause(LOOK_MS);
  }
}

/** A database that is no replica is never behind. */
const progress = sql`
SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS has,
  coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS age
`;
