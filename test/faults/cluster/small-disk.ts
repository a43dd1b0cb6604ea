import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MB = 1024 * 1024;

/** A disk in memory, which can be full. */
export class SmallDisk {
  private constructor(readonly dir: string) {}

  /** @param dir exists and is empty */
  static async mount(dir: string, megabytes: number): Promise<SmallDisk> {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', dir]);
    return new SmallDisk(dir);
  }

  /** Leaves no byte. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'a');
    try {
      for (let size = MB; size >= 1; size = Math.floor(size / 2)) await fillBy(file, size);
    } finally {
      await file.close();
    }
  }

  async makeRoom(): Promise<void> {
    await rm(this.ballast);
  }

  async remove(): Promise<void> {
    await run('umount', ['--lazy', this.dir]);
    await rm(this.dir, { recursive: true });
  }

  private get ballast(): string {
    return join(this.dir, 'ballast');
  }
}

async function fillBy(file: Awaited<ReturnType<typeof open>>, size: number): Promise<void> {
  const bytes = Buffer.alloc(size);
  try {
    for (;;) await file.write(bytes);
  } catch (error) {
    // An error of Node is not an `Error` of the realm that Jest gives to a test.
    if (!String(error).includes('ENOSPC')) throw error;
  }
}

/** Whether this process may mount a disk. */
export function mayMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'portal-mount-'));
  try {
    mkdirSync(join(dir, 'disk'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', join(dir, 'disk')], {
      stdio: 'ignore',
    });
    execFileSync('umount', [join(dir, 'disk')], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
