import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const MAX_BYTES = 10 * 1024 * 1024;
const LAST_LINES = 40;

/** What a user reads of a record of the portal. */
const recordSchema = z.object({
  msg: z.string(),
  context: z.string().optional(),
  err: z.object({ stack: z.string().optional() }).optional(),
});

/**
 * The log of a process as a file for its owner only. Each one begins anew, and again when it is
 * full; the one before is kept as `<path>.1`, so that the two are never larger than 20 MiB.
 */
export class LogFile {
  private descriptor: number | undefined;
  private size = 0;

  /** @param maxBytes after which it begins anew */
  constructor(
    readonly path: string,
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.beginAnew();
  }

  /** What cannot be written is lost: a full disk must not end the process that keeps the log. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      if (this.size + bytes.length > this.maxBytes) this.beginAnew();
      if (this.descriptor !== undefined) this.size += writeSync(this.descriptor, bytes);
    } catch {
      // See above.
    }
  }

  /** Its last lines, the records of the portal as a user would read them. */
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

  private beginAnew(): void {
    this.close();
    mkdirSync(dirname(this.path), { recursive: true });
    try {
      renameSync(this.path, `${this.path}.1`);
    } catch {
      // There is none yet.
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
