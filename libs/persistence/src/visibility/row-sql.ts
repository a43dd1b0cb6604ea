import type { Projects } from '@portal/domain/caller';

/** Binds the values of a statement. */
export interface Binds {
  /** Returns a placeholder for `value`, cast to a PostgreSQL type. */
  bind(value: unknown, type: string): string;
}

/** The parts from which a condition on rows is built. */
export interface RowSql extends Binds {
  /** SQL of a field of the row or of a related row. */
  column(path: string): string;
}

/** Collects the bound values of a statement; columns keep their names. */
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
