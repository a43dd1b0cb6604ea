import type { AuditRecord } from '@portal/contracts/audit';

/** What is known of a row: the values of its fields, or null after its deletion. */
type Known = Readonly<Record<string, unknown>> | null;

/**
 * The groups with a row that a later record left with other values; the server refuses their undo.
 * @param records newest first, with all later records of their rows
 */
export function changedSince(records: readonly AuditRecord[]): ReadonlySet<number> {
  const rows = new Map<string, Known>();
  const changed = new Set<number>();
  for (const { entity, entity_id: id, after, group_id: group } of records) {
    const row = `${entity}/${id}`;
    const known = rows.get(row);
    if (known !== undefined && differs(known, after)) changed.add(group);
    // Later values come before earlier ones.
    if (known === undefined) rows.set(row, after);
    else if (known !== null) rows.set(row, { ...after, ...known });
  }
  return changed;
}

function differs(known: Known, after: Known): boolean {
  if (known === null || after === null) return known !== after;
  return Object.entries(after).some(
    ([field, value]) => field in known && JSON.stringify(known[field]) !== JSON.stringify(value),
  );
}
