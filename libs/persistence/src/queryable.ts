/** Runs SQL and returns the rows: a `Db`, its prepared statements, or a `Transaction`. */
export interface Queryable {
  query<T>(text: string, values?: unknown[]): Promise<readonly T[]>;
}
