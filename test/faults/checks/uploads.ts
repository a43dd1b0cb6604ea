import { readdir } from 'node:fs/promises';
import type { FaultCluster } from '../cluster/fault-cluster.js';

/** Names of the files in the upload store. */
export async function storedUploads({ stacks: [first] }: FaultCluster): Promise<string[]> {
  const entries = await readdir(`${first.dataDir}/uploads`, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
