import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded.js';
import { findHome } from '../postgres/home.js';
import { isInitialised } from '../postgres/initialise.js';
import { ClusterInUseError } from '../postgres/owner.js';
import { BackupError, withoutStack } from './backup-error.js';

/**
 * Calls `work` with the owner URL of the embedded database: of the portal that runs, else of a server that is
 * started for it.
 * @throws {BackupError} if there is no database
 */
export async function withRunningDatabase<T>(
  dataDir: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const dir = join(dataDir, 'postgres');
  if (!isInitialised(findHome(dir))) {
    throw new BackupError(`There is no data of a portal in ${dataDir}.`);
  }
  const server = await startUnlessRunning(dir, join(dataDir, 'logs', 'database.log'));
  if (!server) return work(urlIn(dir));
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function startUnlessRunning(dir: string, logFile: string) {
  try {
    return await startEmbeddedPostgres({ dir, logFile });
  } catch (error) {
    if (error instanceof ClusterInUseError) return undefined;
    throw withoutStack(error);
  }
}

function urlIn(dir: string): string {
  const file = join(dir, 'url');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new BackupError('The portal starts at this moment. Try again when it runs.');
}
