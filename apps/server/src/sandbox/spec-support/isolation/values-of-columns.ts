import { REPORTING_VIEWS } from '@portal/persistence/reporting/views';
import type pg from 'pg';
import type { ViewColumn } from './catalog.js';

/** A value in a column, as a literal. */
export type ValueOf = (column: ViewColumn) => string;

/** Values of the project that the connection is bound to: in each column the first that is not null. */
export async function valuesSeenBy(
  client: pg.Client,
  columns: readonly ViewColumn[],
): Promise<ValueOf> {
  const values = new Map<string, string>();
  for (const { view, name } of columns) {
    const { rows } = await client.query<{ value: string }>(
      `SELECT quote_literal(${name}::text) AS value FROM ${view}
       WHERE ${name} IS NOT NULL ORDER BY ${keyOf(view)} LIMIT 1`,
    );
    values.set(`${view}.${name}`, rows[0]?.value ?? 'NULL');
  }
  return ({ view, name }) => values.get(`${view}.${name}`) ?? 'NULL';
}

/** A value that no project has in the column. */
export function nobodysValue({ type }: ViewColumn): string {
  if (type.endsWith('[]')) return `'{nobody}'`;
  if (type === 'jsonb') return `'"nobody"'`;
  if (type === 'text') return `'nobody'`;
  return /^(?:date|time)/.test(type) ? `'2001-02-03'` : '987654';
}

/** The key column of the view. */
export function keyOf(view: string): string {
  const found = REPORTING_VIEWS.find(({ name }) => name === view);
  const column = found?.id ?? found?.columns[0] ?? '';
  return column.split('.')[1] ?? '';
}

/** Whether conditions on the column use an index. */
export function isId({ view, name }: ViewColumn): boolean {
  return REPORTING_VIEWS.some((other) => other.name === view && other.id?.split('.')[1] === name);
}
