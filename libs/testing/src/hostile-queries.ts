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
  /** What the text has where the guard’s first problem points. */
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

/** What the guard has to refuse, and, where the guard should fail, the database’s roles. */
export const HOSTILE: readonly HostileQuery[] = CLASSES.flatMap(({ name, queries }) =>
  queries.map(([at, sql, honest], index) => ({
    ...{ name: `${name} ${index + 1}`, class: name },
    ...{ at, sql, honest },
  })),
);
