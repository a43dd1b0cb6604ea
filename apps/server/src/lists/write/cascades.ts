import type { CrudBulkResult } from '@portal/contracts/crud-bulk';
import { entityLabel } from '@portal/contracts/entities';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { groupOf } from '../../db/audit-group.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';

const countsSchema = z.array(z.object({ entity: z.string(), count: z.number().int() }));

/** The rows of other tables that this transaction has deleted, from its audit records. */
export async function cascadesOf(
  tx: Transaction,
  table: ResourceMetadata,
): Promise<CrudBulkResult['also_deleted']> {
  const rows: unknown = await tx.query(countDeleted, [await groupOf(tx), table.name]);
  return countsSchema
    .parse(rows)
    .map(({ entity, count }) => ({ label: entityLabel(entity, count), count }));
}

/** A record of a whole statement has the number of its rows. */
const countDeleted = sql`
SELECT entity, sum(
  CASE entity_id WHEN '*' THEN (SELECT value::bigint FROM jsonb_each_text(before)) ELSE 1 END
)::bigint AS count
FROM core.audit
WHERE group_id = $1 AND entity <> $2 AND action = 'delete'
GROUP BY entity
ORDER BY entity`;
