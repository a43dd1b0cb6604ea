import { readdir } from 'node:fs/promises';
import type { Stack } from '@portal/testing/stack';

/** Names of the files in the upload store. */
export async function storedUploads({ dataDir }: Stack): Promise<string[]> {
  const entries = await readdir(`${dataDir}/uploads`, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
