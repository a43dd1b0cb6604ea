import { type CrudList, MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Queryable } from '@portal/persistence/queryable';
import { z } from 'zod';
import { RowQuery } from './row-sql.js';
import type { Table } from './table.js';

export type Total = Pick<CrudList, 'total' | 'total_is_estimate'>;

const countSchema = z.tuple([z.object({ count: z.number().int() })]);
const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/**
 * How many rows the conditions admit: counted up to MAX_EXACT_TOTAL; beyond, as the planner guesses,
 * since counting all would cost a reading of all.
 */
export async function countRows(
  db: Queryable,
  table: Table,
  conditions: (row: RowQuery) => string,
): Promise<Total> {
  const row = new RowQuery(table);
  const where = conditions(row);
  const matching = `SELECT ${row.from()} WHERE ${where}`;
  const counted = await db.query(
    `SELECT count(*) AS count FROM (${matching} LIMIT ${MAX_EXACT_TOTAL + 1}) AS matching`,
    row.values,
  );
  const [{ count }] = countSchema.parse(counted);
  if (count <= MAX_EXACT_TOTAL) return { total: count, total_is_estimate: false };
  const [{ 'QUERY PLAN': plan }] = planSchema.parse(
    await db.query(`EXPLAIN (FORMAT JSON) ${matching}`, row.values),
  );
  return { total: Math.max(count, plan[0].Plan['Plan Rows']), total_is_estimate: true };
}
