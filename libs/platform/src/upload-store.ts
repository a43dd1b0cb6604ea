import type { Readable } from 'node:stream';

/** Keeps uploaded files by key; a file is there whole or not at all. */
export interface UploadStore {
  /** Streams a file into the store; rejects, leaving nothing behind, when the stream fails. */
  write(key: string, stream: Readable): Promise<void>;
  read(key: string): Promise<Readable>;
  /** Bytes. */
  size(key: string): Promise<number>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
}
