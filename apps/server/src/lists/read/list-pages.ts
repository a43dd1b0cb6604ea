import { MAX_EXACT_TOTAL, MAX_LIST_DEPTH } from '@portal/contracts/lists';
import type { Queryable } from '@portal/persistence/queryable';
import { meaningOf } from '@portal/persistence/database-errors';
import { z } from 'zod';
import { COUNTED, type ListStatements, TOTAL } from './list-statements.js';
import type { Total } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import type { Statement } from './row-sql.js';

const countSchema = z.tuple([z.object({ count: z.number().int() })]);
const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** The rows of one page, and the total of the list. */
interface ListPage {
  readonly found: readonly Row[];
  readonly total: Total;
}

interface PageQuery {
  readonly page: number;
  readonly size: number;
  /** The total that a page before it counted. */
  readonly counted?: Total | undefined;
}

export async function readPage(
  db: Queryable,
  list: ListStatements,
  query: PageQuery,
): Promise<ListPage> {
  const found = await rowsOf(db, list.page());
  const count = countedIn(found);
  const { counted } = query;
  if (!list.isScan && counted) return { found, total: counted };
  if (!list.isScan) return { found, total: await totalWith(db, list, query, found, count) };

  const few = found.length === 0 && (counted || query.page === 1) ? 0 : count;
  if (few !== undefined && few <= MAX_EXACT_TOTAL) return { found, total: counted ?? totalOf(few) };
  const sorted = await rowsOf(db, list.sorted());
  if (counted) return { found: sorted, total: counted };
  return { found: sorted, total: await totalWith(db, list, query, sorted, few) };
}

function rowsOf(db: Queryable, { text, values }: Statement): Promise<readonly Row[]> {
  return db.query<Row>(text, values);
}

/** The limited count of the rows, if the page counts and is not empty. */
function countedIn([row]: readonly Row[]): number | undefined {
  const counted = row?.[COUNTED];
  return typeof counted === 'number' ? counted : undefined;
}

/** Counts only if the rows of the page do not determine the total. */
async function totalWith(
  db: Queryable,
  list: ListStatements,
  { page, size }: PageQuery,
  found: readonly Row[],
  count: number | undefined,
): Promise<Total> {
  const known = (page - 1) * size + found.length;
  // The page is not full, unless it is empty and not the first.
  if (found.length < size && (found.length > 0 || page === 1)) return totalOf(known);
  const stored = found[0]?.[TOTAL];
  if (typeof stored === 'number') return totalOf(stored);
  return countRows(db, list, count === undefined ? { known } : { known, count });
}

/** An exact count. Totals beyond MAX_EXACT_TOTAL are marked as estimates. */
function totalOf(count: number): Total {
  return { total: count, total_is_estimate: count > MAX_EXACT_TOTAL };
}

/** What `countRows` needs of the statements of a list. */
type Counted = Pick<ListStatements, 'first' | 'all' | 'isOfAll'>;

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
    if (meaningOf(error) === 'out of time') return undefined;
    throw error;
  }
}
