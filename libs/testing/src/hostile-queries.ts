import { FUNCTION_CALLS } from './hostile-queries/functions.js';
import { HIDDEN } from './hostile-queries/hidden.js';
import { STATEMENTS } from './hostile-queries/statements.js';
import { TABLES } from './hostile-queries/tables.js';
import { TEXTS } from './hostile-queries/texts.js';
import type { HostileClass } from './hostile-queries/class.js';

export interface HostileQuery {
  /** Unique: its class and a number. */
  name: string;
  class: string;
  sql: string;
  /** The text at the position of the guard’s first problem. */
  at: string;
  /** A harmless query of the same shape, which passes. */
  honest: string;
}

const CLASSES: readonly HostileClass[] = [
  ...STATEMENTS,
  ...TABLES,
  ...FUNCTION_CALLS,
  ...HIDDEN,
  ...TEXTS,
];

/** Queries that the guard must refuse; if the guard fails, the database roles must. */
export const HOSTILE: readonly HostileQuery[] = CLASSES.flatMap(({ name, queries }) =>
  queries.map(([at, sql, honest], index) => ({
    ...{ name: `${name} ${index + 1}`, class: name },
    ...{ at, sql, honest },
  })),
);
