import { closeSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makeDirectory } from './make-directory.js';

const MAX_BYTES = 10 * 1024 * 1024;
const LAST_LINES = 40;

/** The fields of a portal log record that a user reads. */
const recordSchema = z.object({
  msg: z.string(),
  context: z.string().optional(),
  err: z.object({ stack: z.string().optional() }).optional(),
});

/**
 * The log file of one process, readable by its owner only. At the start, and when it is full, the
 * current file becomes `<path>.1`, so that both files together have at most 20 MiB.
 */
export class LogFile {
  private descriptor: number | undefined;
  private size = 0;

  /** @param maxBytes size at which the file is rotated */
  constructor(
    readonly path: string,
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.rotate();
  }

  /** Write errors are ignored: a full disk must not end the process. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      if (this.size + bytes.length > this.maxBytes) this.rotate();
      if (this.descriptor !== undefined) this.size += writeSync(this.descriptor, bytes);
    } catch {
      // The line is lost; see above.
    }
  }

  /** The last lines; records of the portal are formatted for reading. */
  lastLines(): string {
    try {
      const lines = readFileSync(this.path, 'utf8').split('\n').filter(Boolean);
      return lines.slice(-LAST_LINES).map(readable).join('\n');
    } catch {
      return '';
    }
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private rotate(): void {
    this.close();
    makeDirectory(dirname(this.path));
    try {
      renameSync(this.path, `${this.path}.1`);
    } catch {
      // The file does not exist yet.
    }
    this.descriptor = openSync(this.path, 'w', 0o600);
    this.size = 0;
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
