import { type CrudList, MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Queryable } from '@portal/persistence/queryable';
import { z } from 'zod';
import type { Statement } from './row-sql.js';

export type Total = Pick<CrudList, 'total' | 'total_is_estimate'>;

const countSchema = z.tuple([z.object({ count: z.number().int() })]);
const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** An exact count. Totals beyond MAX_EXACT_TOTAL are marked as estimates. */
export function totalOf(count: number): Total {
  return { total: count, total_is_estimate: count > MAX_EXACT_TOTAL };
}

/** @param first selects one row more than the counting limit */
export async function countFirst(db: Queryable, first: Statement): Promise<number> {
  const counted = await db.query(
    `SELECT count(*) AS count FROM (${first.text}) AS matching`,
    first.values,
  );
  const [{ count }] = countSchema.parse(counted);
  return count;
}

/**
 * The number of rows: the count, or beyond MAX_EXACT_TOTAL the estimate of the planner, because
 * counting would read all rows.
 * @param count of the first MAX_EXACT_TOTAL + 1
 * @param all selects all of them; it is explained, not run
 */
export async function totalBeyond(
  db: Queryable,
  count: number,
  all: () => Statement,
): Promise<Total> {
  if (count <= MAX_EXACT_TOTAL) return totalOf(count);
  const { text, values } = all();
  const [{ 'QUERY PLAN': plan }] = planSchema.parse(
    await db.query(`EXPLAIN (FORMAT JSON) ${text}`, values),
  );
  return { total: Math.max(count, plan[0].Plan['Plan Rows']), total_is_estimate: true };
}
