import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.js';
import { type PostgresBinaries, program } from './binaries.js';
import type { ClusterHome } from './home.js';

const run = promisify(execFile);

/** Whether the cluster exists. */
export function isInitialised(home: ClusterHome): boolean {
  return existsSync(join(home.data, 'PG_VERSION'));
}

/** Creates the cluster with the password of its owner. */
export async function initialise(
  binaries: PostgresBinaries,
  home: ClusterHome,
  account: Account,
  password: string,
): Promise<void> {
  // initdb reads the password only from a file, which the account must be able to read.
  const passwordFile = join(home.dir, `initdb-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    // An interrupted initdb leaves an incomplete data directory.
    rmSync(home.data, { recursive: true, force: true });
    await run(
      program(binaries, 'initdb'),
      [
        `--pgdata=${home.data}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...account, cwd: home.dir },
    );
  } catch (error) {
    rmSync(home.data, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
