/** Runs SQL and returns the rows: a TypeORM data source, entity manager or query runner. */
export interface Queryable {
  query<T>(text: string, values?: unknown[]): Promise<readonly T[]>;
}
