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
 * @typedef {ReturnType<typeof runOf>} Run what a measurement starts and is told
 */

/**
 * Runs one measurement: builds what is stale, measures, prints the tables, puts them in place of those of its
 * section in docs/benchmarks.md, and ends what was started. `--quick` takes the small sizes; it and `--print` write
 * nothing.
 * @template Sizes
 * @param {object} bench
 * @param {string} [bench.section] heading; without it the tables stand before the first heading
 * @param {{ full: Sizes, quick: Sizes }} bench.sizes
 * @param {Record<string, string>} [bench.options] further options with their defaults
 * @param {boolean} [bench.keepsOtherRows] rows of the section stay if no new one has their first cell
 * @param {(run: Run, sizes: Sizes) => Promise<Table[]>} bench.measure
 */
export async function bench({ section, sizes, options = {}, keepsOtherRows = false, measure }) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      .../** @type {Record<string, { type: 'string' }>} */ (
        Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' }]))
      ),
      quick: { type: 'boolean' },
      print: { type: 'boolean' },
    },
  });
  await buildStale(['portal', 'web', 'tests']);
  const run = runOf({ ...options, ...values }, positionals);
  try {
    const tables = await measure(run, values.quick ? sizes.quick : sizes.full);
    for (const { head, rows } of tables) say(`\n${markdownTable(head, rows)}`);
    if (values.quick || values.print || positionals.length > 0) return;
    await write(section, tables, keepsOtherRows);
    say('\nWritten to docs/benchmarks.md');
  } finally {
    await run.end();
  }
}

/** @param {Record<string, unknown>} options @param {string[]} words */
function runOf(options, words) {
  /** @type {(() => Promise<unknown>)[]} */
  const ends = [];
  return {
    /** The arguments without a name. */
    words,
    /** @param {string} name */
    option: (name) => String(options[name]),
    /** @param {string} what begins now */
    step: (what) => say(`${new Date().toISOString().slice(11, 19)}  ${what}`),
    /**
     * @template {{ stop(): Promise<unknown> }} Started
     * @param {Promise<Started>} starting what is stopped at the end
     */
    async use(starting) {
      const started = await starting;
      ends.unshift(() => started.stop());
      return started;
    },
    async end() {
      for (const end of ends) await end();
    },
  };
}

/** @param {string | undefined} section @param {Table[]} tables @param {boolean} keepsOtherRows */
async function write(section, tables, keepsOtherRows) {
  const parts = (await readFile(REPORT, 'utf8')).split(/^(?=## )/m);
  const at = section ? parts.findIndex((part) => part.startsWith(`## ${section}\n`)) : 0;
  const part = parts[at];
  if (part === undefined) throw new Error(`docs/benchmarks.md has no section '${section}'`);
  const left = tables.values();
  parts[at] = part
    .replace(/^Measured on .*$/m, measuredOn)
    .replaceAll(/(?:^\|.*\n)+/gm, (standing) => {
      const { value: table } = left.next();
      if (!table) throw new Error(`The section '${section}' has more tables than were measured`);
      const others = keepsOtherRows ? otherRows(standing, table) : [];
      const rows = [...others, ...table.rows].toSorted((a, b) =>
        keepsOtherRows ? numberOf(a[0]) - numberOf(b[0]) : 0,
      );
      return `${markdownTable(table.head, rows)}\n`;
    });
  await writeFile(REPORT, parts.join(''));
}

/** @param {string} standing table in Markdown @param {Table} table */
function otherRows(standing, { rows }) {
  const keys = new Set(rows.map(([key]) => key));
  const lines = standing.trim().split('\n').slice(2);
  const cells = lines.map((line) => line.slice(2, -2).split(' | '));
  return cells.filter(([key]) => !keys.has(key ?? ''));
}

/** @param {string | number | undefined} cell such as '1,000' */
function numberOf(cell) {
  return Number(String(cell).replaceAll(',', ''));
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
