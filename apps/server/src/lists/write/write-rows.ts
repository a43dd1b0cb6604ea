import type { Transaction } from '@portal/persistence/db';
import { TYPE_FACTS } from '../declare/field-types.js';
import type { Field } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { RowQuery } from '../read/row-sql.js';
import type { ListMetadata } from '../declare/list-metadata.js';

/** Inserts a new item and returns its key. */
export async function insertRow(
  tx: Transaction,
  table: ListMetadata,
  values: Row,
): Promise<number> {
  const row = new RowQuery(table);
  const columns = columnsOf(table, values);
  const [inserted] = await tx.query<{ key: number }>(
    `INSERT INTO ${table.path} (${columns.map(({ name }) => name).join(', ')})
     VALUES (${columns.map((field) => bindValue(row, field, values[field.name])).join(', ')})
     RETURNING ${table.key.name} AS key`,
    row.values,
  );
  if (!inserted) throw new Error('an INSERT without a row');
  await writeDerived(tx, table, inserted.key, values);
  return inserted.key;
}

/** Gives locked items the same values. */
export async function updateRows(
  tx: Transaction,
  table: ListMetadata,
  keys: readonly number[],
  values: Row,
): Promise<void> {
  const row = new RowQuery(table);
  const assignments = columnsOf(table, values).map(
    (field) => `${field.name} = ${bindValue(row, field, values[field.name])}`,
  );
  if (assignments.length > 0) {
    if (table.updateColumn !== null) assignments.push(`${table.updateColumn} = now()`);
    await tx.query(
      `UPDATE ${table.path} SET ${assignments.join(', ')}
       WHERE ${table.key.name} = ANY (${row.bind(keys, 'bigint[]')})`,
      row.values,
    );
  }
  for (const key of keys) await writeDerived(tx, table, key, values);
}

export async function deleteRows(
  tx: Transaction,
  table: ListMetadata,
  keys: readonly number[],
): Promise<void> {
  await tx.query(`DELETE FROM ${table.path} WHERE ${table.key.name} = ANY ($1::bigint[])`, [keys]);
}

function columnsOf(table: ListMetadata, values: Row): Field[] {
  return Object.keys(values)
    .map((name) => table.field(name))
    .filter(({ column }) => column !== null);
}

function bindValue(row: RowQuery, { type }: Field, value: unknown): string {
  const stored = type === 'dict' && value !== null ? JSON.stringify(value) : value;
  return row.bind(stored, TYPE_FACTS[type].cast);
}

async function writeDerived(
  tx: Transaction,
  table: ListMetadata,
  key: number,
  values: Row,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await table.field(name).derived?.write?.(tx, key, value);
  }
}
