const NUMERIC = new Set('smallint,integer,bigint,numeric,real,double precision'.split(','));

/** @param type as a column of a result names it */
export function isNumeric(type: string): boolean {
  return NUMERIC.has(type);
}
