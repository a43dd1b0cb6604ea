import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { inRoot } from './root.mjs';

const REPORT = inRoot('docs/benchmarks.md');

/**
 * Replaces what is before the first section of docs/benchmarks.md.
 * @param {string} text with the heading of the page
 */
export async function writeHead(text) {
  const [, ...sections] = await readParts();
  await writeParts([text, ...sections]);
}

/**
 * Replaces one section of docs/benchmarks.md, or adds it at the end.
 * @param {string} heading without '## '
 * @param {string} text
 */
export async function writeSection(heading, text) {
  const [head = '', ...sections] = await readParts();
  const section = `## ${heading}\n\n${text.trim()}`;
  const at = sections.findIndex((one) => one.startsWith(`## ${heading}\n`));
  if (at < 0) sections.push(section);
  else sections[at] = section;
  await writeParts([head, ...sections]);
}

/** The head of the page, then its sections. */
async function readParts() {
  return (await readFile(REPORT, 'utf8')).split(/^(?=## )/m);
}

/** @param {string[]} parts */
async function writeParts(parts) {
  await writeFile(REPORT, `${parts.map((one) => one.trim()).join('\n\n')}\n`);
}

/**
 * A table in Markdown.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function markdownTable(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/**
 * The cell that says whether a target is met.
 * @param {boolean} isMet
 */
export function yesOrNo(isMet) {
  return isMet ? 'yes' : '**no**';
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * @param {number} ms
 * @param {number} digits of times below 10 ms
 */
export function milliseconds(ms, digits = 1) {
  return `${ms.toFixed(ms < 10 ? digits : 0)} ms`;
}

/** @param {number} value */
export function count(value) {
  return value.toLocaleString('en');
}

/** What else the machine had to do. */
export function loadOfMachine() {
  const [lastMinute = 0] = loadavg();
  return `The load average of the last minute was ${lastMinute.toFixed(1)} on ${availableParallelism()} cores`;
}
