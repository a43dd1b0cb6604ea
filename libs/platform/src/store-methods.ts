import type { Disk } from 'flydrive';
import type { UploadStore } from './upload-store.js';

/** The methods that both kinds of store share. */
export function storeOn(
  disk: Disk,
  path: (key: string) => string,
): Omit<UploadStore, 'write' | 'ping'> {
  return {
    read: (key) => disk.getStream(path(key)),
    size: async (key) => (await disk.getMetaData(path(key))).contentLength,
    remove: (key) => disk.delete(path(key)),
  };
}
