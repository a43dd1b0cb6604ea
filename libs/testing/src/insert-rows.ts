import type { Queryable } from '@portal/persistence/queryable';

/** Inserts the rows in their order. A column that only some rows have is null in the others. */
export async function insert<Returned = never>(
  db: Queryable,
  table: string,
  rows: readonly object[],
  rest = '',
): Promise<readonly Returned[]> {
  if (rows.length === 0) return [];
  const isSet = ([, value]: [string, unknown]): boolean => value !== undefined;
  const names = rows.flatMap((row) => Object.entries(row).filter(isSet)).map(([name]) => name);
  const columns = [...new Set(names)].join(', ');
  return db.query<Returned>(
    `INSERT INTO core.${table} (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::core.${table}, $1) ${rest}`,
    [JSON.stringify(rows)],
  );
}

/** Ids by name. */
export async function readIds(
  db: Queryable,
  table: 'role' | 'permission',
): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; id: number }>(`SELECT name, id FROM core.${table}`);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** @throws {Error} when there is no value of the name */
export function named<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined)
    throw new Error(`${name} is not defined; there are ${[...values.keys()].join(', ')}`);
  return value;
}
