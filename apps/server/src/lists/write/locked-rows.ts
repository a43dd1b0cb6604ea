import type { ListedItem } from '@portal/contracts/lists';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import type { Queryable } from '@portal/persistence/queryable';
import { itemKnown } from '@portal/persistence/visibility/items';
import { presentItem } from '../read/items.js';
import { projectOf, requireItem, unknownItem } from '../shared/refusals.js';
import type { Row } from '../../db/row.js';
import { RowQuery } from '../read/row-sql.js';
import type { ListMetadata } from '../declare/list-metadata.js';

/**
 * Locks the item until the end of the transaction, for a caller who may change it.
 * @throws {ProblemException} `not-found` if the caller must not know of it, `forbidden`
 */
export async function lockRow(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  key: number,
): Promise<ListedItem> {
  const { policy } = table.declared;
  const row = new RowQuery(table);
  const project = policy.project === undefined ? ALL_PROJECTS_ID : row.column(policy.project);
  const condition = `${table.key.sql} = ${row.bind(key, 'bigint')}
    AND ${itemKnown(caller, policy, row)}`;
  const stored = `${row.from()} WHERE ${condition}`;
  const locked = await tx.query(`SELECT 1 ${stored} ${table.forUpdate}`, row.values);
  // Read after it: a statement that waits sees other tables, such as the pod of a member, as they were before.
  const [found] = await tx.query<Row & { readonly row_project: number | null }>(
    `SELECT ${table.selection}, ${project} AS row_project ${stored}`,
    row.values,
  );
  if (locked.length === 0 || !found) throw unknownItem(table);
  requireItem(caller, policy.rule, found.row_project);
  return presentItem(table, found);
}

/** The item, in a transaction in the state of it, without access checks. */
export async function readRow(
  db: Queryable,
  table: ListMetadata,
  key: number,
): Promise<ListedItem> {
  const row = new RowQuery(table);
  const [found] = await db.query<Row>(
    `SELECT ${table.selection} ${row.from()} WHERE ${table.key.sql} = ${row.bind(key, 'bigint')}`,
    row.values,
  );
  if (!found) throw unknownItem(table);
  return presentItem(table, found);
}

/**
 * Refuses values that move the item to a project where the caller may not change such items.
 * Unknown and hidden projects are refused alike.
 * @throws {ProblemException} `forbidden`, with the field
 */
export async function refuseForeignTarget(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  values: Row,
): Promise<void> {
  const { declared, project } = table;
  if (!project || values[project.column] === undefined) return;
  const target = await projectOf(tx, table, values, 'FOR SHARE');
  requireItem(caller, declared.policy.rule, target, project.column);
}
