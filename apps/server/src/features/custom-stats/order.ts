import type { ProblemItem } from '@portal/contracts/problem';
import { lockStats, storeOrder } from '@portal/persistence/custom-stats/statistics';
import type { Transaction } from '@portal/persistence/db';
import { ProblemException } from '../../problems/problem.js';

/**
 * Gives the statistics of the project the order of the ids; only those that move are changed.
 * @throws {ProblemException} `conflict`, with the ids that are missing or unknown
 */
export async function reorderStats(
  tx: Transaction,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  const known = await lockStats(tx, projectId);
  const errors = [...unknownIn(ids, known), ...missingIn(ids, known)];
  if (errors.length === 0) {
    await storeOrder(tx, ids);
    return;
  }
  throw new ProblemException(
    'conflict',
    'The order must have each statistic of the project once',
    errors,
  );
}

function unknownIn(ids: readonly number[], stored: readonly number[]): ProblemItem[] {
  const known = new Set(stored);
  return ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ pointer: `/stat_ids/${index}`, detail: `${id} is not a statistic of this project` }],
  );
}

function missingIn(ids: readonly number[], stored: readonly number[]): ProblemItem[] {
  const given = new Set(ids);
  const missing = stored.filter((id) => !given.has(id));
  if (missing.length === 0) return [];
  return [{ pointer: '/stat_ids', detail: `${missing.join(', ')} is missing` }];
}
