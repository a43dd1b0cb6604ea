import type { Transaction } from '@portal/persistence/db';
import type { ProblemException } from '../problems/problem.js';
import { databaseRefusalOf } from './database-refusal.js';

/** Enough refused rows to find the cause; thousands may have the same. */
export const MAX_REFUSED = 100;

/** How rows are written, and where the refused ones are listed. */
interface RowWriting {
  readonly write: (keys: readonly number[]) => Promise<void>;
  /** The problem of a violated constraint. @throws the error, if it is not about the row */
  readonly problemOf: (error: Error, key: number) => Promise<ProblemException>;
  readonly refusals: {
    /** Whether no more refused rows are searched. */
    readonly isFull: boolean;
    add(key: number, problem: ProblemException): void;
    /** The search stopped, so there may be more. */
    stop(): void;
  };
}

/**
 * Writes rows with one statement. If a constraint refuses them, halves are tried until the refused rows
 * are known, and the others are written. The tries are rolled back: PostgreSQL keeps 64 savepoints of
 * a session in memory, and with more of them all sessions become slower.
 */
export async function writeOrRefuse(
  tx: Transaction,
  keys: readonly number[],
  writing: RowWriting,
): Promise<void> {
  const { write, refusals } = writing;
  for (let rest = keys; rest.length > 0;) {
    const part = rest;
    const reason = await attempt(tx, () => write(part), 'keep');
    if (reason === null) return;
    const refused = await refusedIn(tx, part, reason, writing);
    if (refusals.isFull) return refusals.stop();
    rest = part.filter((key) => !refused.includes(key));
  }
}

/** At least one of the rows, which are refused together; fewer if `refusals` is full. */
async function refusedIn(
  tx: Transaction,
  part: readonly number[],
  reason: Error,
  writing: RowWriting,
): Promise<number[]> {
  const middle = Math.floor(part.length / 2);
  const halves = part.length > 1 ? [part.slice(0, middle), part.slice(middle)] : [];
  const refused: number[] = [];
  for (const half of halves) {
    if (writing.refusals.isFull) return refused;
    const halfReason = await attempt(tx, () => writing.write(half), 'roll back');
    if (halfReason) refused.push(...(await refusedIn(tx, half, halfReason, writing)));
  }
  const key = part[middle];
  if (refused.length > 0 || key === undefined || writing.refusals.isFull) return refused;
  // A single row, or two halves with a value that only one of them can have.
  writing.refusals.add(key, await writing.problemOf(reason, key));
  return [key];
}

/** @returns the error of a violated constraint; null if the write is accepted */
async function attempt(
  tx: Transaction,
  write: () => Promise<void>,
  end: 'keep' | 'roll back',
): Promise<Error | null> {
  try {
    await tx.savepoint(write, end);
    return null;
  } catch (error) {
    if (error instanceof Error && isViolation(error)) return error;
    throw error;
  }
}

/** Class 23 of SQLSTATE. */
function isViolation(error: Error): boolean {
  return databaseRefusalOf(error)?.code.startsWith('23') ?? false;
}
