import { RECORDED_KEYS } from '@portal/persistence/schema/audit';
import type { Queryable } from '@portal/persistence/queryable';
import { AuditedTable } from './audited-table.js';

/** An audit record of a row. */
export interface RecordedRow {
  readonly id: number;
  readonly group_id: number;
  readonly entity: string;
}

/** The groups of the records whose row has other values now: their undo would be refused. */
export async function changedGroups(
  db: Queryable,
  records: readonly RecordedRow[],
): Promise<ReadonlySet<number>> {
  const groups = new Map(records.map(({ id, group_id: group }) => [id, group]));
  const changed = new Set<number>();
  for (const entity of new Set(records.map((record) => record.entity))) {
    // The portal may have recorded a table that it no longer has.
    if (!RECORDED_KEYS.has(entity)) continue;
    const ids = records.filter((record) => record.entity === entity).map(({ id }) => id);
    for (const id of await new AuditedTable(entity).changedSince(db, ids)) {
      changed.add(groups.get(id) ?? 0);
    }
  }
  return changed;
}
