import type { Columns } from './columns.js';
import type { StepBudget } from './step-budget.js';

/** Names that are visible at one level of a query; then those of the enclosing levels. */
export interface Scope {
  /** The scope around the SELECT. */
  readonly outer: Scope | undefined;
  /** Items before a JOIN in the same FROM: visible to LATERAL inside it, not to its ON. */
  readonly before: Scope | undefined;
  /** WITH queries by name. */
  readonly queries: Map<string, Columns>;
  /** Names of tables, subqueries, functions and JOINs in FROM. */
  readonly tables: Map<string, Columns>;
}

export function outermostScope(): Scope {
  return { outer: undefined, before: undefined, queries: new Map(), tables: new Map() };
}

export function innerScope(outer: Scope): Scope {
  return { ...outermostScope(), outer };
}

/** For a subquery in FROM without LATERAL: WITH queries are visible, tables are not. */
export function scopeWithoutTables({ outer, queries }: Scope): Scope {
  return { outer, before: undefined, queries, tables: new Map() };
}

/** For both sides of a JOIN. */
export function scopeOfJoin(scope: Scope): Scope {
  return { ...scopeWithoutTables(scope), before: scope };
}

/** For the condition of a JOIN: only its two sides are visible. */
export function scopeOfCondition(join: Scope): Scope {
  return { ...join, before: undefined };
}

/** The first entry stays: PostgreSQL refuses a repeated name. */
export function addTable(scope: Scope, alias: string, columns: Columns): void {
  if (!scope.tables.has(alias)) scope.tables.set(alias, columns);
}

export function findQuery(scope: Scope, name: string, budget: StepBudget): Columns | undefined {
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    budget.spend(1);
    const query = level.queries.get(name);
    if (query !== undefined) return query;
  }
  return undefined;
}

export function findTable(scope: Scope, alias: string, budget: StepBudget): Columns | undefined {
  for (const level of levelsOf(scope)) {
    budget.spend(1);
    const table = level.tables.get(alias);
    if (table !== undefined) return table;
  }
  return undefined;
}

export function mayBeColumn(scope: Scope, name: string, budget: StepBudget): boolean {
  for (const level of levelsOf(scope)) {
    budget.spend(level.tables.size + 1);
    for (const columns of level.tables.values()) {
      if (columns.isOpen || columns.has(name)) return true;
    }
  }
  return false;
}

function* levelsOf(scope: Scope): Generator<Scope> {
  for (let level: Scope | undefined = scope; level !== undefined;) {
    yield level;
    level = level.before ?? level.outer;
  }
}
