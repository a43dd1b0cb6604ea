import type { Disk, DriveFile } from 'flydrive';
import { isMissing } from './missing-file.js';
import type { StoredFile, UploadStore } from './upload-store.js';

/**
 * The methods that both kinds of store share.
 * @param prefix before each key in the store
 */
export function storeOn(
  disk: Disk,
  prefix: string,
): Omit<UploadStore, 'write' | 'ping' | 'freeBytes'> {
  const path = (key: string): string => `${prefix}${key}`;
  return {
    read: (key) => disk.getStream(path(key)),
    size: async (key) => (await disk.getMetaData(path(key))).contentLength,
    remove: (key) => disk.delete(path(key)),
    async *unchangedSince(folder, moment) {
      let paginationToken: string | undefined;
      do {
        const page = await listed(disk, path(folder), paginationToken);
        const files: StoredFile[] = [];
        for (const file of page.objects) {
          if (!file.isFile) continue;
          const entry = await dataOf(() => file.getMetaData());
          if (entry === undefined || entry.lastModified.getTime() > moment.getTime()) continue;
          // In the list of a bucket the driver finds no size.
          const data = await dataOf(() => disk.getMetaData(file.key));
          if (data === undefined) continue;
          files.push({ key: file.key.slice(prefix.length), bytes: data.contentLength });
        }
        yield files;
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

/** Size and time of a file; undefined if it has gone meanwhile. */
async function dataOf(read: DriveFile['getMetaData']) {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
