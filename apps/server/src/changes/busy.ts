import { sql } from '@portal/persistence/sql';
import type { EntityManager } from 'typeorm';
import { ProblemException } from '../problems/problem.js';
import { databaseRefusalOf, DEADLOCK, LOCK_NOT_AVAILABLE } from './database-refusal.js';

/** The transaction fails if it waits longer for a lock, such as those of an import. */
export async function limitLockWait(tx: EntityManager): Promise<void> {
  await tx.query(sql`SET LOCAL lock_timeout = '2s'`);
}

/** A `conflict` for an error of `limitLockWait`; other errors are returned unchanged. */
export function busyProblem(error: unknown): unknown {
  const code = databaseRefusalOf(error)?.code ?? '';
  if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(code)) return error;
  return new ProblemException(
    'conflict',
    'An import or another change has locked these items; try again in a moment',
  );
}
