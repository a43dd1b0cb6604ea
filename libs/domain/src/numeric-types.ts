const NUMERIC: ReadonlySet<string> = new Set(
  'smallint,integer,bigint,numeric,real,double precision'.split(','),
);

/** @param type PostgreSQL type of a column in the result of a query */
export function isNumeric(type: string): boolean {
  return NUMERIC.has(type);
}
