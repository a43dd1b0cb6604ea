import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The user and group of a process. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Reads one line per process and prints prlimit's exit code. It ends at the end of its input. */
const SCRIPT = 'while read -r pid bytes; do prlimit --pid "$pid" --as="$bytes" >&2; echo $?; done';
const TIMEOUT_MS = 10_000;

/**
 * Limits the address space of other processes. Node has no such call, and starting `prlimit` from a
 * process of this size takes longer than most queries. A long-lived shell starts it instead.
 */
export class MemoryLimiter {
  private helper: Helper | undefined;

  /**
   * Resolves when the limit is set. The shell runs as the owner of the process, because root in a
   * container may lack the right to limit processes of other users.
   * @throws {Error} if the limit could not be set
   */
  async limit(pid: number, bytes: number, owner: Owner): Promise<void> {
    if (![pid, bytes, owner.uid, owner.gid].every(isCount)) throw new Error('not a process');
    const line = `${pid} ${bytes}\n`;
    // A dead helper may be noticed only by a missing response: try again with a new one.
    const response = (await this.ask(line, owner)) ?? (await this.ask(line, owner));
    if (response !== '0')
      throw new Error(
        `prlimit failed: ${response === undefined ? 'no response' : `exit code ${response}`}`,
      );
  }

  stop(): void {
    this.helper?.end();
  }

  private ask(line: string, owner: Owner): Promise<string | undefined> {
    if (!this.helper?.serves(owner)) {
      this.helper?.end();
      this.helper = new Helper(owner);
    }
    return this.helper.ask(line);
  }
}

class Helper {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly pending: ((response: string | undefined) => void)[] = [];
  private isOver = false;

  constructor(private readonly owner: Owner) {
    this.child = spawn('sh', ['-c', SCRIPT], {
      ...(process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}),
      cwd: '/',
      // The owner of the database can read this environment, so it must not contain secrets.
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const onEnd = (): void => this.finish();
    this.child.on('error', onEnd).on('exit', onEnd);
    const { stdin, stdout } = this.child;
    stdin.on('error', onEnd);
    createInterface({ input: stdout }).on('line', (response) => this.pending.shift()?.(response));
    // The helper must not keep this process alive.
    this.child.unref();
    for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref();
  }

  serves({ uid, gid }: Owner): boolean {
    return !this.isOver && this.owner.uid === uid && this.owner.gid === gid;
  }

  /** Responses arrive in the order of the requests; undefined if the helper has ended. */
  async ask(line: string): Promise<string | undefined> {
    const timeout = setTimeout(() => this.finish(), TIMEOUT_MS);
    try {
      return await new Promise<string | undefined>((resolve) => {
        this.pending.push(resolve);
        this.child.stdin.write(line);
      });
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Earlier requests are still completed. */
  end(): void {
    this.isOver = true;
    this.child.stdin.end();
  }

  private finish(): void {
    this.isOver = true;
    this.child.kill('SIGKILL');
    for (const resolve of this.pending.splice(0)) resolve(undefined);
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
