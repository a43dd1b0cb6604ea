import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LogFile } from '../log-file.js';

/**
 * A line of the list that a backend without memory prints past all settings: what a statement
 * takes, and the beginning of its text.
 */
const MEMORY_OF_A_STATEMENT = /^(.*?: \d+ total in \d+ blocks; .*? used): .*$/;

/** Keeps what the server prints, without texts of statements; resolves at its end. */
export async function keepServerLog(output: Readable, log: LogFile): Promise<void> {
  const lines = createInterface({ input: output });
  lines.on('line', (line) => log.write(`${withoutStatement(line)}\n`));
  await once(lines, 'close');
}

function withoutStatement(line: string): string {
  return line.replace(MEMORY_OF_A_STATEMENT, '$1');
}
