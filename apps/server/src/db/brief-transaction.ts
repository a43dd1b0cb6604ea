import { setTimeout as delay } from 'node:timers/promises';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Db, Transaction } from '@portal/persistence/db';

/** How long a request waits for locks, and how long an attempt keeps a connection while it does. */
const PATIENCE_MS = 2_000;
const BEGIN = "BEGIN; SET LOCAL lock_timeout = '10ms'";
const BETWEEN_MS = 200;

/**
 * A transaction that waits for locks without a connection: it gives up and begins again. So however many wait for
 * a user or a table, those who wait for nothing find a connection.
 * @throws the refusal of the lock after 2 s
 */
export async function briefTransaction<T>(
  db: Db,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await db.transaction(work, BEGIN);
    } catch (error) {
      if (meaningOf(error) !== 'locked' || performance.now() >= giveUpAt) throw error;
    }
    await delay(BETWEEN_MS);
  }
}
