/** Whatever runs SQL and gives its rows: a TypeORM data source, entity manager or query runner. */
export interface Queryable {
  query<T>(text: string, values?: unknown[]): Promise<readonly T[]>;
}
