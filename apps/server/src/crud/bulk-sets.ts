import type { DataSource, EntityManager } from 'typeorm';
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

/**
 * Writes each set with one statement. If a constraint refuses it, the items are written one by one,
 * to find those that are refused.
 */
export class SetWriter {
  constructor(
    private readonly db: DataSource,
    private readonly table: ResourceMetadata,
    private readonly refusals: BulkRefusals,
  ) {}

  async write(tx: EntityManager, set: ItemSet, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if ((await this.attempt(tx, set)) === null) return;
    for (const key of set.keys) {
      signal.throwIfAborted();
      const problem = await this.attempt(tx, { ...set, keys: [key] });
      if (problem) this.refusals.add(key, problem);
    }
  }

  /** Writes within a savepoint. @returns the problem of a violated constraint */
  private async attempt(
    tx: EntityManager,
    { keys, values }: ItemSet,
  ): Promise<ProblemException | null> {
    try {
      await tx.transaction((inner) =>
        values === null
          ? deleteRows(inner, this.table, keys)
          : updateRows(inner, this.table, keys, values),
      );
      return null;
    } catch (error) {
      const problem = await constraintProblem(this.db, this.table, error, keys[0] ?? null);
      if (!(problem instanceof ProblemException)) throw error;
      return problem;
    }
  }
}
