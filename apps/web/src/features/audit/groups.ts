import type { AuditRecord } from '@portal/contracts/audit';

/** Records of one transaction on a page of the list. */
export interface ChangeGroup {
  /** The id of its oldest record. */
  readonly id: number;
  readonly records: readonly [AuditRecord, ...AuditRecord[]];
  /** Other pages may have more records of the group. */
  readonly continues: boolean;
}

/**
 * The records of a page by group, newest group first. Concurrent transactions mix their records; the
 * group is where its newest record is.
 */
export function groupsOf(
  records: readonly AuditRecord[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): ChangeGroup[] {
  const groups = new Map<number, [AuditRecord, ...AuditRecord[]]>();
  for (const record of records) {
    const group = groups.get(record.group_id);
    if (group) group.push(record);
    else groups.set(record.group_id, [record]);
  }
  const newest = isFirst ? undefined : records[0]?.group_id;
  return [...groups].map(([id, members]) => {
    const before = members.length > 1 && id === newest;
    const after = !isLast && members.at(-1)?.id !== id && id === records.at(-1)?.group_id;
    return { id, records: members, continues: before || after };
  });
}
