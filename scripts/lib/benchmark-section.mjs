import { readFile, writeFile } from 'node:fs/promises';
import { inRoot } from './root.mjs';

const REPORT = inRoot('docs/benchmarks.md');

/**
 * Replaces one section of docs/benchmarks.md, or adds it at the end.
 * @param {string} heading without '## '
 * @param {string} text
 */
export async function writeSection(heading, text) {
  const [head, ...sections] = (await readFile(REPORT, 'utf8')).split(/^(?=## )/m);
  const section = `## ${heading}\n\n${text.trim()}\n`;
  const at = sections.findIndex((one) => one.startsWith(`## ${heading}\n`));
  if (at < 0) sections.push(section);
  else sections[at] = section;
  await writeFile(REPORT, `${[head, ...sections].map((one) => one.trimEnd()).join('\n\n')}\n`);
}
