import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Who a process belongs to. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** One line a process in, one line with prlimit's end out; it ends with its input. */
const SCRIPT = 'while read -r pid bytes; do prlimit --pid "$pid" --as="$bytes" >&2; echo $?; done';
const PATIENCE_MS = 10_000;

/**
 * Bounds address spaces of other processes. Node has no call for that, and to start `prlimit` from
 * a process of this size takes longer than most queries: a shell that stays does it in its place.
 */
export class MemoryLimiter {
  private helper: Helper | undefined;

  /**
   * Resolves when the limit is in place. A process is limited by its own user, whom root can be;
   * not every root may limit what is another's.
   * @throws {Error} when it could not be limited
   */
  async limit(pid: number, bytes: number, owner: Owner): Promise<void> {
    if (![pid, bytes, owner.uid, owner.gid].every(isCount)) throw new Error('not a process');
    const line = `${pid} ${bytes}\n`;
    // That a helper has died may show by its silence alone.
    const answer = (await this.ask(line, owner)) ?? (await this.ask(line, owner));
    if (answer !== '0') throw new Error(`prlimit ended with ${answer ?? 'its helper'}`);
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
  private readonly asked: ((answer: string | undefined) => void)[] = [];
  private isOver = false;

  constructor(private readonly owner: Owner) {
    this.child = spawn('sh', ['-c', SCRIPT], {
      ...(process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}),
      cwd: '/',
      // Its environment can be read by the owner of the database, from whom secrets are kept.
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const onEnd = (): void => this.finish();
    this.child.on('error', onEnd).on('exit', onEnd);
    const { stdin, stdout } = this.child;
    stdin.on('error', onEnd);
    createInterface({ input: stdout }).on('line', (answer) => this.asked.shift()?.(answer));
    // It is no reason for this process to stay.
    this.child.unref();
    for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref();
  }

  serves({ uid, gid }: Owner): boolean {
    return !this.isOver && this.owner.uid === uid && this.owner.gid === gid;
  }

  /** Answers come in the order of what was asked; undefined when it has ended. */
  async ask(line: string): Promise<string | undefined> {
    const impatience = setTimeout(() => this.finish(), PATIENCE_MS);
    try {
      return await new Promise<string | undefined>((resolve) => {
        this.asked.push(resolve);
        this.child.stdin.write(line);
      });
    } finally {
      clearTimeout(impatience);
    }
  }

  /** What was asked before is still done. */
  end(): void {
    this.isOver = true;
    this.child.stdin.end();
  }

  private finish(): void {
    this.isOver = true;
    this.child.kill('SIGKILL');
    for (const tell of this.asked.splice(0)) tell(undefined);
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
