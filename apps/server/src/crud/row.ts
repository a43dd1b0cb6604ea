/** Values by field name, as in JSON. */
export type Row = Readonly<Record<string, unknown>>;

/** Builds conditions on the rows of a resource. */
export interface RowSql {
  /** SQL of a field of the resource or of a relation. */
  column(path: string): string;
  /** A placeholder for `value`, cast to a type of PostgreSQL. */
  bind(value: unknown, type: string): string;
}
