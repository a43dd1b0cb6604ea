import { type CrudList, MAX_EXACT_TOTAL, MAX_LIST_DEPTH } from '@portal/contracts/crud';
import type { Queryable } from '@portal/persistence/queryable';
import { z } from 'zod';
import type { Statement } from './row-sql.js';
import { isOutOfTime } from '@portal/persistence/timed-reads';

export type Total = Pick<CrudList, 'total' | 'total_is_estimate'>;

const countSchema = z.tuple([z.object({ count: z.number().int() })]);
const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** An exact count. Totals beyond MAX_EXACT_TOTAL are marked as estimates. */
export function totalOf(count: number): Total {
  return { total: count, total_is_estimate: count > MAX_EXACT_TOTAL };
}

/** What `countRows` needs of the statements of a list. */
interface Counted {
  /** Selects at most `most` rows; by default one more than the counting limit. */
  first(most?: number): Statement;
  /** Selects all rows; it is explained, not run. */
  all(): Statement;
  /** Whether the caller sees every row of the table. */
  readonly isOfAll: boolean;
}

/**
 * The number of rows: the count, or beyond MAX_EXACT_TOTAL the estimate of the planner, because
 * counting would read all rows. Also if counting takes too long. The planner knows the values of all
 * projects, so for a caller who does not see all rows, the rows that pages can show are counted.
 * @param known number of rows that are known to exist
 * @param count of the first MAX_EXACT_TOTAL + 1, if the page counted them
 */
export async function countRows(
  db: Queryable,
  list: Counted,
  { known = 0, count }: { readonly known?: number; readonly count?: number } = {},
): Promise<Total> {
  const counted = count ?? (await countFirst(db, list.first()));
  if (counted !== undefined && counted <= MAX_EXACT_TOTAL) return totalOf(counted);
  if (!list.isOfAll) {
    const reached = counted && (await countFirst(db, list.first(MAX_LIST_DEPTH)));
    return { total: reached ?? counted ?? known, total_is_estimate: true };
  }
  const { text, values } = list.all();
  const [{ 'QUERY PLAN': plan }] = planSchema.parse(
    await db.query(`EXPLAIN (FORMAT JSON) ${text}`, values),
  );
  const total = Math.max(counted ?? known, plan[0].Plan['Plan Rows']);
  return { total, total_is_estimate: true };
}

/** Undefined if it takes too long. */
async function countFirst(db: Queryable, { text, values }: Statement): Promise<number | undefined> {
  try {
    const counted = await db.query(`SELECT count(*) AS count FROM (${text}) AS matching`, values);
    const [{ count }] = countSchema.parse(counted);
    return count;
  } catch (error) {
    if (isOutOfTime(error)) return undefined;
    throw error;
  }
}
