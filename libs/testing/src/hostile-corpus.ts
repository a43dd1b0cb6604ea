import { PRIVILEGES } from './hostile-corpus/privileges.js';
import { REACH } from './hostile-corpus/reach.js';
import { STRAIN } from './hostile-corpus/strain.js';

/** An attempt to escape the sandbox of custom SQL. */
export interface Attack {
  readonly name: string;
  readonly class: string;
  readonly sql: string;
  /** A permitted query of the same shape that returns at least one row. */
  readonly honest: string;
}

/** The role of project 1 must not read project 2, change anything or leave anything running. */
export const ATTACKS: readonly Attack[] = Object.entries({
  ...PRIVILEGES,
  ...REACH,
  ...STRAIN,
}).flatMap(([group, entries]) =>
  entries.map(([name, sql, honest]) => ({ name, class: group, sql, honest })),
);
