import type { Transaction } from '@portal/persistence/db';
import { meaningOf, violationOf } from '@portal/persistence/database-errors';
import type { ProblemException } from '../../problems/problem.js';
import type { RefusedRows } from './refused-rows.js';

/** Rows that one statement writes, and what they have in common. */
interface RowSet<T> {
  readonly keys: readonly number[];
  readonly values: T;
}

/** Groups rows by their values, each set in the given order. */
export function setsOf<T>(changes: Iterable<readonly [key: number, values: T]>): RowSet<T>[] {
  const sets = new Map<string, { keys: number[]; values: T }>();
  for (const [key, values] of changes) {
    const name = JSON.stringify(values);
    const set = sets.get(name) ?? { keys: [], values };
    set.keys.push(key);
    sets.set(name, set);
  }
  return [...sets.values()];
}

/** How a set is written. */
interface Writing {
  readonly write: (keys: readonly number[]) => Promise<void>;
  /** The problem of a violated constraint or an archived project. @throws the error, if it is not about the row */
  readonly problemOf: (error: Error, key: number) => ProblemException | Promise<ProblemException>;
  readonly refusals: RefusedRows;
}

/**
 * Writes a set with one statement. If the database refuses rows, halves are tried until the refused ones
 * are known, and the others are written. The tries are rolled back: PostgreSQL keeps 64 savepoints of
 * a session in memory, and with more of them all sessions become slower.
 */
export async function writeSet(
  tx: Transaction,
  keys: readonly number[],
  writing: Writing,
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
  writing: Writing,
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

/** @returns the error of a refused row; null if the write is accepted */
async function attempt(
  tx: Transaction,
  write: () => Promise<void>,
  end: 'keep' | 'roll back',
): Promise<Error | null> {
  try {
    await tx.savepoint(write, end);
    return null;
  } catch (error) {
    const isOfRow = violationOf(error) !== undefined || meaningOf(error) === 'archived';
    if (isOfRow && error instanceof Error) return error;
    throw error;
  }
}
