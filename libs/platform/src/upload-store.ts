import type { Readable } from 'node:stream';

/** Stores uploaded files by key; a file exists completely or not at all. */
export interface UploadStore {
  /** Streams a file into the store; rejects and removes the rest if the stream fails. */
  write(key: string, stream: Readable): Promise<void>;
  read(key: string): Promise<Readable>;
  /** Size in bytes. */
  size(key: string): Promise<number>;
  /** Rejects if the store cannot be used. */
  ping(): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>;
}
