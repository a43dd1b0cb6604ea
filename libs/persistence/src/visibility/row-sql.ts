import type { Projects } from '@portal/domain/caller';

/** Binds the values of a statement. */
export interface Binds {
  /** A placeholder for `value`, cast to a type of PostgreSQL. */
  bind(value: unknown, type: string): string;
}

/** Conditions on rows are built from this. */
export interface RowSql extends Binds {
  /** SQL of a field, own or by a relation, of the row in question. */
  column(path: string): string;
}

/** The bound values of a statement whose columns have their own names. */
export class BoundValues implements RowSql {
  readonly values: unknown[] = [];

  /** @param first number of the first placeholder */
  constructor(private readonly first: number = 1) {}

  column(path: string): string {
    return path;
  }

  bind(value: unknown, type: string): string {
    return `$${this.first + this.values.push(value) - 1}::${type}`;
  }
}

/** Mirrors `covers` (libs/domain/src/caller.ts): the column names one of the projects. */
export function inProjects(projects: Projects, column: string, binds: Binds): string {
  if (projects === 'all') return 'TRUE';
  return `${column} = ANY (${binds.bind(projects, 'integer[]')})`;
}
