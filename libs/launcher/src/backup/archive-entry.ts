import type { Hash } from 'node:crypto';
import { posix } from 'node:path';
import type { Header } from 'tar-stream';

/** A file or an empty directory of a tar archive. */
export interface ArchiveEntry {
  /** A relative path with slashes, which leads nowhere else. */
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly size: number;
}

/** @throws {Error} for a link, and for a path that leads out of the archive */
export function entryOf({ name, type, size }: Header): ArchiveEntry {
  const path = posix.normalize(name).replace(/\/$/, '');
  const isInside = !posix.isAbsolute(path) && !/^\.\.?(\/|$)|[\\:\0]/.test(path);
  if ((type !== 'file' && type !== 'directory') || !isInside) {
    throw new Error(`it contains ${name}`);
  }
  return { name: path, type, size };
}

/** Adds to the checksum what an entry is; its content follows. */
export function countEntry(hash: Hash, { name, type, size }: ArchiveEntry): void {
  hash.update(`${type} ${size} ${name}\n`);
}
