/** What a query may read: the columns of each view by its name. */
export type Relations = Readonly<Record<string, readonly string[]>>;

/** Undefined: not known, for a query that is read before it has been looked at. */
export type Columns = readonly string[] | undefined;

export interface Table {
  alias: string;
  columns: Columns;
}

/** Names that one level of a query may speak of; those of the levels around it come after. */
export interface Scope {
  outer: Scope | undefined;
  /** WITH queries by name. */
  queries: Map<string, { columns: Columns }>;
  tables: Table[];
}

export function outermostScope(): Scope {
  return { outer: undefined, queries: new Map(), tables: [] };
}

export function innerScope(outer: Scope): Scope {
  return { ...outermostScope(), outer };
}

/** For a subquery in FROM without LATERAL: it sees the WITH queries beside it, not the tables. */
export function scopeWithoutTables(scope: Scope): Scope {
  return { outer: scope.outer, queries: scope.queries, tables: [] };
}

export function findQuery(scope: Scope, name: string): { columns: Columns } | undefined {
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    const query = level.queries.get(name);
    if (query !== undefined) return query;
  }
  return undefined;
}

export function findTable(scope: Scope, alias: string): Table | undefined {
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    const table = level.tables.find((each) => each.alias === alias);
    if (table !== undefined) return table;
  }
  return undefined;
}

export function mayBeColumn(scope: Scope, name: string): boolean {
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    if (level.tables.some(({ columns }) => columns === undefined || columns.includes(name))) {
      return true;
    }
  }
  return false;
}

/** `AS t(a, b)` calls the first columns anew. */
export function renamed(columns: Columns, names: readonly string[]): Columns {
  return columns && [...names, ...columns.slice(names.length)];
}
