import { sql } from '../../sql.js';

interface Merge {
  readonly table: string;
  readonly keys: readonly string[];
  /** The expression that sums the deltas in `source`, by counter. */
  readonly sums: Readonly<Record<string, string>>;
  /** A query, or a table of deltas restricted to this transaction. */
  readonly source: string;
}

/** The FROM clause that reads the deltas of this transaction, if given only those that meet a condition. */
export const ofThisTransaction = (deltas: string, condition?: string): string =>
  `${deltas} WHERE xid = this_xid${condition === undefined ? '' : ` AND ${condition}`}`;

/** Adds the deltas to the read model, in the order of the keys; inserts missing rows. */
export function merge({ table, keys, sums, source }: Merge): string {
  const counters = Object.keys(sums);
  const totals = Object.values(sums);
  return sql`
  INSERT INTO ${table} AS stored (${[...keys, ...counters].join(', ')})
  SELECT ${[...keys, ...totals].join(', ')}
  FROM ${source}
  GROUP BY ${keys.join(', ')}
  HAVING ${totals.map((total) => `${total} <> 0`).join(' OR ')}
  ORDER BY ${keys.join(', ')}
  ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
    ${counters.map((name) => `${name} = stored.${name} + excluded.${name}`).join(', ')};`;
}

/** The condition that two rows have the same key. */
export const equal = (left: string, right: string, keys: readonly string[]): string =>
  keys.map((key) => `${left}.${key} = ${right}.${key}`).join(' AND ');

/**
 * Deletes rows whose counters are zero, among the rows that lost a task or a duration. They are found
 * by key, whatever the planner's statistics are.
 * @param deltas a table, or a query with an alias
 */
export function dropEmpty(
  table: string,
  keys: readonly string[],
  deltas: string,
  counter = 'tasks',
): string {
  const lost = ofThisTransaction(deltas, `${counter} < 0`);
  return sql`
  DELETE FROM ${table} AS stored
  WHERE ${counter} = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT ${keys.join(', ')} FROM ${lost}) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM ${table} AS stored
      WHERE ${equal('stored', 'left_behind', keys)} AND stored.${counter} = 0
      OFFSET 0
    ) AS emptied));`;
}
