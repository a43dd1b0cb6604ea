const NUMERIC = new Set('smallint,integer,bigint,numeric,real,double precision'.split(','));

/** @param type of a column in a result */
export function isNumeric(type: string): boolean {
  return NUMERIC.has(type);
}
