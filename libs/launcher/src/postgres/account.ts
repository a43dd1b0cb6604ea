import { execFileSync, spawnSync } from 'node:child_process';

/** The operating-system account that runs the database; undefined ids mean the current one. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to run as root. Any other user runs it directly. Root uses the account
 * `postgres`, creates it if possible, or falls back to `nobody`.
 */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const account = lookUp('postgres') ?? createAccount('postgres') ?? lookUp('nobody');
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no account postgres or nobody to run it as. ' +
        'Create one, start as another user, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Whether the account can enter the directory or, if requested, write to it. */
export function canReach(account: Account, dir: string, access: 'enter' | 'write'): boolean {
  const test = access === 'enter' ? 'test -x "$1"' : 'test -x "$1" && test -w "$1"';
  return spawnSync('/bin/sh', ['-c', test, 'sh', dir], { ...account, cwd: '/' }).status === 0;
}

function lookUp(name: string): Account | undefined {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createAccount(name: string): Account | undefined {
  const created = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]);
  return created.status === 0 ? lookUp(name) : undefined;
}
