import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { makeDirectory } from './make-directory.js';
import { storeOn } from './store-methods.js';
import { DRAFT_SUFFIX, type UploadStore } from './upload-store.js';
import type { UploadStoreConfig } from './upload-store-config.js';

/**
 * Opens the configured store. A directory is created now; the network is first used by a method.
 * @throws {UnusableDirectoryError}
 */
export function openUploadStore(config: UploadStoreConfig): UploadStore {
  return config.kind === 'file' ? fileStore(config.dir) : bucketStore(config);
}

function fileStore(dir: string): UploadStore {
  makeDirectory(dir);
  const disk = new Disk(new FSDriver({ location: dir, visibility: 'private' }));
  return {
    ...storeOn(disk, ''),
    ping: () => access(dir, constants.W_OK),
    async freeBytes() {
      const { bavail, bsize } = await statfs(dir);
      return bavail * bsize;
    },
    async write(key, stream) {
      const draft = `${key}${DRAFT_SUFFIX}`;
      try {
        const path = join(dir, draft);
        await mkdir(dirname(path), { recursive: true });
        // The stream of the driver hides why a write failed, such as a full disk.
        await pipeline(stream, createWriteStream(path));
        await disk.move(draft, key);
      } catch (error) {
        await disk.delete(draft);
        throw error;
      }
    },
  };
}

/** The S3 store; its module is loaded on first use. */
function bucketStore(config: Extract<UploadStoreConfig, { kind: 's3' }>): UploadStore {
  let opened: Promise<UploadStore> | undefined;
  const store = (): Promise<UploadStore> =>
    (opened ??= import('./s3-upload-store.js').then((module) => module.s3Store(config)));
  return {
    write: async (key, stream) => (await store()).write(key, stream),
    read: async (key) => (await store()).read(key),
    size: async (key) => (await store()).size(key),
    ping: async () => (await store()).ping(),
    freeBytes: async () => (await store()).freeBytes(),
    remove: async (key) => (await store()).remove(key),
    async *unchangedSince(folder, moment) {
      yield* (await store()).unchangedSince(folder, moment);
    },
  };
}
