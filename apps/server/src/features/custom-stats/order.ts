import type { ProblemItem } from '@portal/contracts/problem';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
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
  const stored = await tx.query<{ id: number }>(lockStats, [projectId]);
  const known = stored.map(({ id }) => id);
  const errors = [...unknownIn(ids, known), ...missingIn(ids, known)];
  if (errors.length === 0) {
    await tx.query(storeOrder, [ids]);
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

const lockStats = sql`
SELECT id FROM core.custom_stat WHERE project_id = $1 ORDER BY id FOR UPDATE`;

const storeOrder = sql`
UPDATE core.custom_stat AS stat
SET display_order = place.at, version = version + 1, updated_at = now()
FROM unnest($1::integer[]) WITH ORDINALITY AS place (id, at)
WHERE stat.id = place.id AND stat.display_order <> place.at`;
