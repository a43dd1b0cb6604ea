import { MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { LargeList } from './large-lists.js';
import { boundsOf, conditionOf, type ListRequest, orderOf } from './list-request.js';
import { RowQuery, type Statement } from './row-sql.js';
import type { Table } from './table.js';

/** What is asked of the database for one list. */
export interface ListStatements {
  /** The rows of the page; each tells by TOTAL how many there are, where that is known. */
  page(): Statement;
  /** One row more than are counted. */
  first(): Statement;
  /** Every row, for the planner to guess how many they are. */
  all(): Statement;
  /** By how many rows at most the order can be told; any number, unless said. */
  readonly most?: number;
}

export function listStatements(table: Table, caller: Caller, request: ListRequest): ListStatements {
  const { large } = table.resource;
  const plain = plainStatements(table, caller, request);
  if (!large) return plain;
  const list = new LargeList(table, large, caller, request);
  return {
    page: () => list.page(),
    first: () => list.first(),
    all: () => plain.all(),
    ...(list.isOrdered ? {} : { most: MAX_EXACT_TOTAL }),
  };
}

/** Leaves it to the planner how. */
export function plainStatements(
  table: Table,
  caller: Caller,
  request: ListRequest,
): ListStatements {
  const select = (selection: string, rest: (row: RowQuery) => string): Statement => {
    const row = new RowQuery(table);
    const where = conditionOf(table, caller, request, row);
    const tail = rest(row);
    return { text: `SELECT ${selection} ${row.from()} WHERE ${where} ${tail}`, values: row.values };
  };
  return {
    page: () =>
      select(
        table.listSelection,
        (row) => `ORDER BY ${orderOf(table, request, row)} ${boundsOf(request)}`,
      ),
    first: () => select('', () => `LIMIT ${MAX_EXACT_TOTAL + 1}`),
    all: () => select('', () => ''),
  };
}
