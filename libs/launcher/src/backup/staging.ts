import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '@portal/platform/make-directory';
import { claim, ClusterInUseError } from '../postgres/owner.js';
import { BackupError } from './backup-error.js';

/** Where a directory is filled; what a killed restore left there does not count. */
const FOLDER = 'restoring';
/** The claim of the process that fills it. */
const CLAIM = 'owner';

/**
 * An empty directory that is being filled. The files are collected in a directory in it, which is certainly on
 * the same disk, and moved into place when they are whole.
 */
export class Staging {
  readonly path: string;
  private readonly isNew: boolean;

  /** @throws {BackupError} if the directory contains anything, or another process fills it */
  constructor(readonly dir: string) {
    this.path = join(dir, FOLDER);
    this.isNew = !existsSync(dir);
    this.refuseFull();
    makeDirectory(this.path, 0o755);
    this.claim();
    for (const name of this.names()) rmSync(join(this.path, name), { recursive: true });
  }

  /**
   * Moves everything into place, `last` at the end.
   * @throws {BackupError} if somebody else has put something there meanwhile
   */
  commit(last?: string): void {
    this.refuseFull();
    const names = this.names().filter((name) => name !== last);
    for (const name of last === undefined ? names : [...names, last]) {
      renameSync(join(this.path, name), join(this.dir, name));
    }
    rmSync(this.path, { recursive: true });
  }

  /** Removes what was collected. */
  discard(): void {
    rmSync(this.path, { recursive: true, force: true });
    if (this.isNew && readdirSync(this.dir).length === 0) rmdirSync(this.dir);
  }

  private claim(): void {
    try {
      claim(this.path);
    } catch (error) {
      if (!(error instanceof ClusterInUseError)) throw error;
      throw new BackupError(`Process ${error.pid} restores into ${this.dir} at this moment.`);
    }
  }

  private names(): string[] {
    return readdirSync(this.path).filter((name) => name !== CLAIM);
  }

  private refuseFull(): void {
    if (!existsSync(this.dir)) return;
    const found = readdirSync(this.dir).filter((name) => name !== FOLDER);
    if (found.length === 0) return;
    const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
    throw new BackupError(
      `${this.dir} is not empty: it contains ${found.slice(0, 3).join(', ')}${more}. ` +
        'Move it away, or choose another directory.',
    );
  }
}
