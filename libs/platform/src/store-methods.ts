import type { Disk, DriveFile } from 'flydrive';
import { isMissing } from './missing-file.js';
import type { UploadStore } from './upload-store.js';

/**
 * The methods that both kinds of store share.
 * @param prefix before each key in the store
 */
export function storeOn(disk: Disk, prefix: string): Omit<UploadStore, 'write' | 'ping'> {
  const path = (key: string): string => `${prefix}${key}`;
  return {
    read: (key) => disk.getStream(path(key)),
    size: async (key) => (await disk.getMetaData(path(key))).contentLength,
    remove: (key) => disk.delete(path(key)),
    async *unchangedSince(folder, moment) {
      let paginationToken: string | undefined;
      do {
        const page = await listed(disk, path(folder), paginationToken);
        const keys: string[] = [];
        for (const file of page.objects) {
          if (file.isFile && (await changedAt(file)) <= moment.getTime()) {
            keys.push(file.key.slice(prefix.length));
          }
        }
        yield keys;
        ({ paginationToken } = page);
      } while (paginationToken !== undefined);
    },
  };
}

type Page = Awaited<ReturnType<Disk['listAll']>>;

/** Nothing was stored yet if the folder is missing. */
async function listed(disk: Disk, folder: string, paginationToken?: string): Promise<Page> {
  try {
    return await disk.listAll(folder, paginationToken === undefined ? {} : { paginationToken });
  } catch (error) {
    if (isMissing(error)) return { objects: [] };
    throw error;
  }
}

/** Milliseconds since 1970; a file that has gone meanwhile has just changed. */
async function changedAt(file: Pick<DriveFile, 'getMetaData'>): Promise<number> {
  try {
    return (await file.getMetaData()).lastModified.getTime();
  } catch (error) {
    if (isMissing(error)) return Infinity;
    throw error;
  }
}
