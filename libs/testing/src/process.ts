import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** Time for a process to stop on request; only one that hangs takes as long. */
const STOP_MS = 60_000;

/** Maximum length of the stored output, in characters. */
const LOG_SIZE = 200_000;

/** One process of the portal under test. */
export class PortalProcess {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(
    readonly name: string,
    private readonly command: readonly string[],
    private readonly env: Record<string, string>,
    private readonly options: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
  ) {}

  start(): void {
    if (this.running) throw new Error(`${this.name} is already running`);
    const [program = process.execPath, ...args] = this.command;
    const child = spawn(program, args, {
      ...this.options,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-LOG_SIZE);
      });
    }
    this.child = child;
  }

  get running(): boolean {
    return (
      this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
    );
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Undefined while it runs, or if a signal has ended it. */
  get exitCode(): number | undefined {
    return this.child?.exitCode ?? undefined;
  }

  /** Everything it printed; the start of a long output is cut off. */
  get log(): string {
    return this.output;
  }

  /** Sends a signal and resolves when the process has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (child === undefined || !this.running) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatience);
  }

  /** Sends a signal without waiting, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }
}
