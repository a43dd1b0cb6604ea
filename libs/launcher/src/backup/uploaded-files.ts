import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing } from '@portal/platform/missing-file';
import type { UploadStoreConfig } from '@portal/platform/upload-store-config';
import { isDraft } from '@portal/platform/upload-store';

interface UploadedFile {
  readonly path: string;
  /** Path in the store, with slashes. */
  readonly name: string;
  readonly size: number;
  readonly changed: number;
}

/** The whole files of the store, the newest first; none if it is a bucket. */
export async function uploadedFiles(store: UploadStoreConfig): Promise<UploadedFile[]> {
  if (store.kind !== 'file' || !existsSync(store.dir)) return [];
  const found = await readdir(store.dir, { recursive: true, withFileTypes: true });
  const files: UploadedFile[] = [];
  for (const entry of found) {
    if (!entry.isFile() || isDraft(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const data = await unlessMissing(stat(path));
    if (data === undefined) continue;
    const name = relative(store.dir, path).split(sep).join('/');
    files.push({ path, name, size: data.size, changed: data.mtimeMs });
  }
  return files.sort((a, b) => b.changed - a.changed);
}

/** Undefined if the file has been removed meanwhile. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
