/** Values by the name of their field, as they travel. */
export type Row = Readonly<Record<string, unknown>>;

/** What conditions on the rows of a resource are made of. */
export interface RowSql {
  /** SQL of a field, own or by a relation, of the row in question. */
  column(path: string): string;
  /** A placeholder for `value`, cast to a type of PostgreSQL. */
  bind(value: unknown, type: string): string;
}
