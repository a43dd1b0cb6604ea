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
export const merge = (parts: Merge): string => `${insertOf(parts)};`;

/** Like `merge`, and deletes the rows for which `empty` is true then. */
export const mergeAndDrop = (parts: Merge, empty: string): string =>
  dropAfter(insertOf(parts), parts.table, empty);

/**
 * An INSERT into the table `stored`, and the deletion of those of its rows that are empty then. The
 * transaction has them locked, so each is found by its place.
 * @param insert without a semicolon
 * @param empty the condition on such a row
 */
export const dropAfter = (insert: string, table: string, empty: string): string => sql`
  WITH merged AS (
    ${insert}
    RETURNING stored.ctid AS place, ${empty} AS is_empty
  )
  SELECT array_agg(place) INTO emptied FROM merged WHERE is_empty;
  IF emptied IS NOT NULL THEN
    DELETE FROM ${table} WHERE ctid = ANY (emptied);
  END IF;`;

function insertOf({ table, keys, sums, source }: Merge): string {
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
    ${counters.map((name) => `${name} = stored.${name} + excluded.${name}`).join(', ')}`;
}

/** The condition that two rows have the same key. */
export const equal = (left: string, right: string, keys: readonly string[]): string =>
  keys.map((key) => `${left}.${key} = ${right}.${key}`).join(' AND ');
