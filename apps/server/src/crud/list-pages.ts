import { type CrudListQuery, MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Queryable } from '@portal/persistence/queryable';
import { countRows, type Total, totalOf } from './count-rows.js';
import { COUNTED, type ListStatements, TOTAL } from './list-statements.js';
import type { Row } from './row.js';
import type { Statement } from './row-sql.js';

/** The rows of one page, and the total of the list. */
export interface ListPage {
  readonly found: readonly Row[];
  readonly total: Total;
}

type PageQuery = Pick<CrudListQuery, 'page' | 'size'>;

export async function readPage(
  db: Queryable,
  list: ListStatements,
  query: PageQuery,
): Promise<ListPage> {
  const found = await rowsOf(db, list.page());
  const count = countedIn(found);
  if (!list.isScan) return { found, total: await totalWith(db, list, query, found, count) };

  const few = found.length === 0 && query.page === 1 ? 0 : count;
  if (few !== undefined && few <= MAX_EXACT_TOTAL) return { found, total: totalOf(few) };
  const sorted = await rowsOf(db, list.sorted());
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
