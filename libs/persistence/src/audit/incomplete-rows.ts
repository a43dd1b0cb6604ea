import { NOT_UNDOABLE } from '@portal/contracts/audit';
import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

/** A row that the audit has not recorded completely, so that its group can never be undone. */
interface IncompleteRow {
  /** Of its first record. */
  readonly id: number;
  readonly reason: string;
}

interface StoredRow {
  readonly id: number;
  readonly entity: string;
  readonly entity_id: string;
  readonly is_final: boolean;
}

/** The rows of a group that prevent its undo whatever happens later, oldest first. */
export async function incompleteRows(tx: Transaction, group: number): Promise<IncompleteRow[]> {
  const rows = await tx.query<StoredRow>(selectIncomplete, [group, Object.keys(NOT_UNDOABLE)]);
  return rows.map(({ id, entity, entity_id: entityId, is_final: isFinal }) => ({
    id,
    reason: isFinal
      ? FORGOTTEN
      : (NOT_UNDOABLE[entity] ?? (entityId === '*' ? SUMMARISED : REPEATED)),
  }));
}

const SUMMARISED = 'the audit has only the number of these rows';
const FORGOTTEN = 'an anonymisation keeps no previous values';
const REPEATED = 'the group changed this row several times';

/** Whether a record is that of an anonymisation. */
export const isAnonymisation = sql`coalesce(
  entity = 'app_user' AND action = 'update' AND after ->> 'anonymised_at' IS NOT NULL, false)`;

const selectIncomplete = sql`
SELECT min(id) AS id, entity, entity_id, bool_or(${isAnonymisation}) AS is_final
FROM core.audit
WHERE group_id = $1
GROUP BY entity, entity_id
HAVING entity = ANY ($2) OR entity_id = '*' OR count(*) > 1 OR bool_or(${isAnonymisation})
ORDER BY 1`;
