import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeDirectory } from './make-directory.js';
import { isMissing } from './missing-file.js';

const MAX_BYTES = 10 * 1024 * 1024;
/** Previous files that stay. */
const KEPT = 4;
const LAST_LINES = 40;
const DAY_MS = 24 * 60 * 60_000;

/** The fields of a portal log record that a user reads. */
const recordSchema = z.object({
  msg: z.string(),
  context: z.string().optional(),
  err: z.object({ stack: z.string().optional() }).optional(),
});

/**
 * The log file of one process, readable by its owner only. A start goes on with it. When it is full, it
 * becomes `<path>.1` and that one `<path>.2`, so that all files together have at most 50 MiB. It is also full
 * after a fifth of the days, so that `removeOldLogs` finds files whose last line is old.
 */
export class LogFile {
  private descriptor: number | undefined;
  private size = 0;
  /** Where the lines of this start begin. */
  private begin = 0;
  /** When the file was made, in milliseconds. */
  private made = 0;

  /**
   * @param days for how long its lines are kept; 0: for ever
   * @param maxBytes size at which the file is rotated
   */
  constructor(
    readonly path: string,
    private readonly days = 0,
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.open();
    this.begin = this.size;
  }

  /** Write errors are ignored: a full disk must not end the process. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      if (this.size + bytes.length > this.maxBytes || this.isOld()) this.rotate();
      if (this.descriptor !== undefined) this.size += writeSync(this.descriptor, bytes);
    } catch {
      // The line is lost; see above.
    }
  }

  /** The last lines since the start; records of the portal are formatted for reading. */
  lastLines(): string {
    try {
      const text = readFileSync(this.path).subarray(this.begin).toString();
      const lines = text.split('\n').filter(Boolean);
      return lines.slice(-LAST_LINES).map(readable).join('\n');
    } catch {
      return '';
    }
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private isOld(): boolean {
    return this.days > 0 && Date.now() - this.made > spanMs(this.days);
  }

  private rotate(): void {
    this.close();
    for (let number = KEPT; number > 0; number -= 1) {
      const newer = number === 1 ? this.path : `${this.path}.${number - 1}`;
      try {
        renameSync(newer, `${this.path}.${number}`);
      } catch {
        // The file does not exist yet.
      }
    }
    this.open();
    this.begin = 0;
  }

  private open(): void {
    makeDirectory(dirname(this.path));
    this.descriptor = openSync(this.path, 'a', 0o600);
    const { size, birthtimeMs } = fstatSync(this.descriptor);
    this.size = size;
    this.made = birthtimeMs;
  }
}

/**
 * Removes the earlier files of `LogFile`s in a directory whose last line is so old that their first one may be
 * older than the days.
 * @param days 0: none
 * @returns their sizes in bytes
 */
export async function removeOldLogs(dir: string, days: number): Promise<number[]> {
  if (days === 0) return [];
  const removed: number[] = [];
  for (const name of await namesIn(dir)) {
    if (!/\.log\.\d+$/.test(name)) continue;
    const path = join(dir, name);
    const { mtimeMs, size } = await stat(path);
    if (Date.now() - mtimeMs <= days * DAY_MS - spanMs(days)) continue;
    await rm(path);
    removed.push(size);
  }
  return removed;
}

/** The time that one file covers at most. */
function spanMs(days: number): number {
  return (days * DAY_MS) / (KEPT + 1);
}

/** Without `npm start` there is no such directory. */
async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function readable(line: string): string {
  try {
    const { context, msg, err } = recordSchema.parse(JSON.parse(line));
    return [context && `[${context}]`, msg, err?.stack].filter(Boolean).join(' ');
  } catch {
    return line;
  }
}
