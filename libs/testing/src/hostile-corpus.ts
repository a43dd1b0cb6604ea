import { POWER } from './hostile-corpus/power.js';
import { REACH } from './hostile-corpus/reach.js';
import { STRAIN } from './hostile-corpus/strain.js';

/** An attempt to get out of the sandbox of custom SQL. */
export interface Attack {
  readonly name: string;
  readonly class: string;
  readonly sql: string;
  /** A query of the same shape that has every right to work, and yields at least one row. */
  readonly honest: string;
}

/** Whoever reads project 1 must see nothing of project 2, change nothing, and leave nothing running. */
export const ATTACKS: readonly Attack[] = Object.entries({
  ...POWER,
  ...REACH,
  ...STRAIN,
}).flatMap(([group, entries]) =>
  entries.map(([name, sql, honest]) => ({ name, class: group, sql, honest })),
);
