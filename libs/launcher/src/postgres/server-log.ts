import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LogFile } from '@portal/platform/log-file';

/**
 * A backend that is out of memory prints this line whatever the settings are: the memory of a
 * statement, and the start of its text.
 */
const MEMORY_OF_A_STATEMENT = /^(.*?: \d+ total in \d+ blocks; .*? used): .*$/;

/** Logs the output of the server without the text of statements; resolves when the output ends. */
export async function keepServerLog(output: Readable, log: LogFile): Promise<void> {
  const lines = createInterface({ input: output });
  lines.on('line', (line) => log.write(`${withoutStatement(line)}\n`));
  await once(lines, 'close');
}

function withoutStatement(line: string): string {
  return line.replace(MEMORY_OF_A_STATEMENT, '$1');
}
