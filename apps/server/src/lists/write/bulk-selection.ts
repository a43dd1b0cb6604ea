import type { ListedItem } from '@portal/contracts/lists';
import { type ListBulkResult, MAX_BULK_ITEMS } from '@portal/contracts/list-bulk';
import { entityLabel } from '@portal/contracts/entities';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { itemKnown } from '@portal/persistence/visibility/items';
import { ProblemException } from '../../problems/problem.js';
import { groupOf } from '@portal/persistence/audit/groups';
import { presentItem } from '../read/items.js';
import { conditionOf } from '../read/list-request.js';
import type { ListConnections } from '../read/list-connections.js';
import type { ListRequest } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { RowQuery } from '../read/row-sql.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import type { Selection } from './bulk-request.js';

/** A locked item with the project of its policy. */
export interface LockedItem {
  readonly key: number;
  readonly projectId: number | null;
}

/**
 * The keys of the items that the caller sees and that match, at most one more than the limit.
 * @throws {ProblemException} `too-broad`, `too-many-requests`
 */
export function keysOf(
  lists: ListConnections,
  table: ListMetadata,
  caller: Caller,
  request: ListRequest,
): Promise<number[]> {
  return lists.run(table, caller, request, async (db, list) => {
    const { text, values } = list.first(MAX_BULK_ITEMS + 1);
    return (await db.query<{ key: number }>(text, values)).map(({ key }) => key);
  });
}

/**
 * Locks the items in order of their keys until the end of the transaction, as far as they still
 * match the selection and the caller may know of them.
 */
export async function lockItems(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  selection: Selection,
  keys: readonly number[],
): Promise<LockedItem[]> {
  const { policy } = table.declared;
  const row = new RowQuery(table);
  const project = policy.project === undefined ? ALL_PROJECTS_ID : row.column(policy.project);
  const matches =
    selection.by === 'filters'
      ? conditionOf(table, caller, selection.list, row)
      : itemKnown(caller, policy, row);
  const condition = `${table.key.sql} = ANY (${row.bind(keys, 'bigint[]')}) AND ${matches}`;
  const matching = `SELECT ${table.key.sql} AS key, ${project} AS "projectId" ${row.from()}
    WHERE ${condition} ORDER BY ${table.key.sql}`;
  const locked = await tx.query<{ key: number }>(`${matching} ${table.forUpdate}`, row.values);
  const isLocked = new Set(locked.map(({ key }) => key));
  // Asked again, as in `lockRow`.
  const found = await tx.query<LockedItem>(matching, row.values);
  return found.filter(({ key }) => isLocked.has(key));
}

/**
 * The items by key in the state of the transaction, without access checks.
 * @param form lists leave out fields that only a single item shows
 */
export async function readItems(
  tx: Transaction,
  table: ListMetadata,
  keys: readonly number[],
  form: 'detail' | 'listed',
): Promise<Map<number, ListedItem>> {
  const selected = form === 'detail' ? table.selection : table.listSelection;
  const rows = await tx.query<Row>(
    `SELECT ${selected} ${table.from([])} WHERE ${table.key.sql} = ANY ($1::bigint[])`,
    [keys],
  );
  return new Map(rows.map((row) => [Number(row[table.key.name]), presentItem(table, row)]));
}

/** @throws {ProblemException} `conflict`, with both counts */
export function refuseOtherCount(
  table: ListMetadata,
  expected: number | undefined,
  found: number,
): void {
  if (expected === undefined || expected === found) return;
  throw new ProblemException(
    'conflict',
    `The filters select ${found} ${table.declared.labelPlural.toLowerCase()} by now, not ${expected}; nothing was changed`,
    [
      {
        pointer: '/expected_count',
        detail: `is ${expected}, but ${found} items match`,
        stored: found,
        sent: expected,
      },
    ],
  );
}

/** The rows of other tables that this transaction has deleted, from its audit records. */
export async function cascadesOf(
  tx: Transaction,
  table: ListMetadata,
): Promise<ListBulkResult['also_deleted']> {
  const rows = await tx.query<{ entity: string; count: number }>(countDeleted, [
    await groupOf(tx),
    table.name,
  ]);
  return rows.map(({ entity, count }) => ({ label: entityLabel(entity, count), count }));
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
