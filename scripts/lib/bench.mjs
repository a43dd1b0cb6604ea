import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildStale } from './build.mjs';
import { markdownTable } from './figures.mjs';
import { inRoot } from './root.mjs';
import { say } from './terminal.mjs';

const REPORT = inRoot('docs/benchmarks.md');

/**
 * @typedef {{ head: readonly string[], rows: (string | number)[][] }} Table
 * @typedef {{ step(what: string): void, use<Started extends { stop(): Promise<unknown> }>(starting: Promise<Started>):
 *   Promise<Started> }} Run `step` tells what begins now; what is in `use` is stopped at the end
 */

/**
 * Runs one measurement: builds what is stale, measures, prints the tables, puts them in place of those of its
 * section in docs/benchmarks.md, and ends what was started. `--quick` takes the small sizes and writes nothing.
 * @template Sizes
 * @param {object} bench
 * @param {string} [bench.section] heading; without it the tables stand before the first heading
 * @param {{ full: Sizes, quick: Sizes }} bench.sizes
 * @param {(run: Run, sizes: Sizes) => Promise<Table[]>} bench.measure
 */
export async function bench({ section, sizes, measure }) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
  await buildStale(['portal', 'web', 'tests']);
  /** @type {{ stop(): Promise<unknown> }[]} */
  const started = [];
  /** @type {Run} */
  const run = {
    step: (what) => say(`${new Date().toISOString().slice(11, 19)}  ${what}`),
    async use(starting) {
      const one = await starting;
      started.unshift(one);
      return one;
    },
  };
  try {
    const tables = await measure(run, values.quick ? sizes.quick : sizes.full);
    for (const { head, rows } of tables) say(`\n${markdownTable(head, rows)}`);
    if (values.quick) return;
    await write(section, tables);
    say('\nWritten to docs/benchmarks.md');
  } finally {
    for (const one of started) await one.stop();
  }
}

/** @param {string | undefined} section @param {Table[]} tables */
async function write(section, tables) {
  const parts = (await readFile(REPORT, 'utf8')).split(/^(?=## )/m);
  const at = section ? parts.findIndex((part) => part.startsWith(`## ${section}\n`)) : 0;
  const part = parts[at];
  if (part === undefined) throw new Error(`docs/benchmarks.md has no section '${section}'`);
  const left = tables.values();
  parts[at] = part.replace(/^Measured on .*$/m, measuredOn).replaceAll(/(?:^\|.*\n)+/gm, () => {
    const { value: table } = left.next();
    if (!table) throw new Error(`The section '${section}' has more tables than were measured`);
    return `${markdownTable(table.head, table.rows)}\n`;
  });
  await writeFile(REPORT, parts.join(''));
}

/** The machine, and what else it had to do. */
function measuredOn() {
  const day = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return (
    `Measured on ${day} with ${availableParallelism()} cores, ${gigabytes} GB of memory and Node ` +
    `${process.versions.node}; the load average of the last minute was ${loadavg()[0]?.toFixed(1)}.`
  );
}
