import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** The numbers of all batches by a key of their project and name; of equal ones the smallest. */
export async function readBatchNumbers(
  db: Queryable,
  keyOf: (projectId: number, name: string) => string,
): Promise<ReadonlyMap<string, number>> {
  const batches = await db.query<{ project_id: number; turing_batch_id: number; name: string }>(
    sql`SELECT project_id, turing_batch_id, name FROM core.batch ORDER BY turing_batch_id DESC`,
  );
  return new Map(
    batches.map(({ project_id, turing_batch_id, name }) => [
      keyOf(project_id, name),
      turing_batch_id,
    ]),
  );
}
