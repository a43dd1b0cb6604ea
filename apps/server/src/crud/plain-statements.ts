import { MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { seesAllRecords } from '@portal/domain/records';
import { boundsOf, conditionOf, type ListRequest, orderOf } from './list-request.js';
import { RowQuery, type Statement } from './row-sql.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** The column with the number of rows, up to one more than the counting limit. */
export const COUNTED = 'capped_count';

/** A list counts one row more than the limit of exact totals. */
export const MAX_COUNTED = MAX_EXACT_TOTAL + 1;

/** The SQL statements of one list. */
export interface ListStatements {
  /**
   * The rows of the page. Each has the total in TOTAL if it is known, or the limited count of
   * `first` in COUNTED if the page counts.
   */
  page(): Statement;
  /** Selects at most `most` rows; by default one more than the counting limit. */
  first(most?: number): Statement;
  /** Selects all rows, for the estimate of the planner. */
  all(): Statement;
  /** Whether the caller sees every row of the table. */
  readonly isOfAll: boolean;
}

/** Statements without index hints; the planner decides. */
export function plainStatements(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): ListStatements {
  const select = (text: (rows: string, order: string) => string): Statement => {
    const row = new RowQuery(table);
    const where = conditionOf(table, caller, request, row);
    const order = orderOf(table, request, row);
    return { text: text(`${row.from()} WHERE ${where}`, order), values: row.values };
  };
  const first = (rows: string, most: number): string => `SELECT ${rows} LIMIT ${most}`;
  return {
    page: () =>
      select(
        (rows, order) => `
          SELECT ${table.listSelection},
            (SELECT count(*) FROM (${first(rows, MAX_COUNTED)}) AS matching) AS "${COUNTED}"
          ${rows} ORDER BY ${order} ${boundsOf(request)}`,
      ),
    first: (most = MAX_COUNTED) => select((rows) => first(rows, most)),
    all: () => select((rows) => `SELECT ${rows}`),
    isOfAll: seesAllRecords(caller, table.resource.policy.rule),
  };
}
