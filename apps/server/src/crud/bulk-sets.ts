import type { Transaction } from '@portal/persistence/db';
import { writeOrRefuse } from '../db/refused-rows.js';
import { ProblemException } from '../problems/problem.js';
import type { BulkRefusals } from './bulk-refusals.js';
import { constraintProblem } from './constraint-problems.js';
import type { ResourceMetadata } from './resource-metadata.js';
import type { Row } from './row.js';
import { deleteRows, updateRows } from './write-rows.js';

/** Items that get the same values; null to delete them. */
interface ItemSet {
  readonly keys: readonly number[];
  readonly values: Row | null;
}

/** Groups the items by their new values, each set in order of the keys. */
export function setsOf(changes: ReadonlyMap<number, Row | null>): ItemSet[] {
  const sets = new Map<string, { keys: number[]; values: Row | null }>();
  for (const [key, values] of changes) {
    const name = JSON.stringify(values);
    const set = sets.get(name) ?? { keys: [], values };
    set.keys.push(key);
    sets.set(name, set);
  }
  return [...sets.values()];
}

/** Writes a set as far as no constraint refuses its items; those are added to `refusals`. */
export async function writeSet(
  tx: Transaction,
  table: ResourceMetadata,
  set: ItemSet,
  refusals: BulkRefusals,
  signal: AbortSignal,
): Promise<void> {
  const { values } = set;
  await writeOrRefuse(tx, set.keys, {
    refusals,
    write: async (keys) => {
      signal.throwIfAborted();
      if (values === null) await deleteRows(tx, table, keys);
      else await updateRows(tx, table, keys, values);
    },
    problemOf: async (error, key) => {
      const problem = await constraintProblem(tx, table, error, key);
      if (problem instanceof ProblemException) return problem;
      throw error;
    },
  });
}
