import type { Readable } from 'node:stream';

/** The folder of the files of imports. */
export const IMPORT_FILES = 'imports';

/** What the key of a file ends with until the whole file is stored. */
export const DRAFT_SUFFIX = '.part';

/** Whether a file is not complete: its upload is under way, or was killed. */
export function isDraft(key: string): boolean {
  return key.endsWith(DRAFT_SUFFIX);
}

/** The key of an import's file. */
export function importFileKey(importId: string): string {
  return `${IMPORT_FILES}/${importId}`;
}

/** A file of the store, whole or not. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
}

/** Stores uploaded files by key; a file exists completely or not at all. */
export interface UploadStore {
  /** Streams a file into the store; rejects and removes the rest if the stream fails. */
  write(key: string, stream: Readable): Promise<void>;
  read(key: string): Promise<Readable>;
  /** Size in bytes. */
  size(key: string): Promise<number>;
  /** Rejects if the store cannot be used. */
  ping(): Promise<void>;
  /** Free space on its disk in bytes; null for a bucket. */
  freeBytes(): Promise<number | null>;
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>;
  /**
   * The files of a folder that have not changed since `moment`, page by page. Files that are not
   * complete are among them: `isDraft` tells them.
   */
  unchangedSince(folder: string, moment: Date): AsyncIterable<readonly StoredFile[]>;
}
