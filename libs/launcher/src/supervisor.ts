import type { LogFile } from '@portal/platform/log-file';

/** One process of a part, from start to end. */
export interface Run {
  /** Resolves when the process is ready; never if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with how the process ended, such as `SIGKILL` or `exit code 1`. */
  readonly ended: Promise<string>;
  /** Stops the process; resolves when it has ended. */
  stop(): Promise<void>;
}

/** A part of the portal that is restarted when it ends. */
export interface Part {
  /** Name for users, such as `database`. */
  readonly name: string;
  readonly log: Pick<LogFile, 'path' | 'lastLines'>;
  start(): Run;
  /** A part that must run before this one is restarted. */
  readonly needs?: Supervisor | undefined;
}

export interface Reports {
  /** Called with one line when the part has ended and when it restarts. */
  say(line: string): void;
  /** Called with the reason if the part is not restarted. */
  giveUp(message: string): void;
}

const FIRST_PAUSE_MS = 500;
/** The part is not restarted after this many ends within this time. */
const MAX_DEATHS = 5;
const MINUTE_MS = 60_000;
const LOOK_MS = 100;

/**
 * Keeps one part of the portal running: a process that ends unexpectedly is restarted after a
 * pause, which doubles with each end in the last minute. The fifth end is final.
 */
export class Supervisor {
  private run: Run | undefined;
  private deaths: number[] = [];
  private isUp = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly part: Part,
    private readonly reports: Reports,
  ) {}

  /**
   * Starts the part; resolves when it is ready. If it ends before, there is no restart, which would
   * fail in the same way.
   * @throws {PartFailedError} if the part ended before it was ready
   */
  async begin(): Promise<void> {
    const run = this.start();
    const death = await Promise.race([run.ready, run.ended]);
    if (typeof death === 'string') {
      throw new PartFailedError(this.lastWords(`ended (${death}) before it was ready`));
    }
    void this.keep(run);
  }

  /** Stops the part for good, also during the pause before a restart. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.run?.stop();
  }

  private async keep(first: Run): Promise<void> {
    for (let run = first; ; run = this.start()) {
      const death = await run.ended;
      this.run = undefined;
      this.isUp = false;
      if (this.stopping.signal.aborted) return;

      const now = Date.now();
      this.deaths = [...this.deaths.filter((at) => now - at < MINUTE_MS), now];
      if (this.deaths.length >= MAX_DEATHS) {
        const often = `ended (${death}), ${MAX_DEATHS} times within a minute`;
        return this.reports.giveUp(this.lastWords(often));
      }
      await this.pauseAfter(death);
      await this.part.needs?.untilUp(this.stopping.signal);
      if (this.stopping.signal.aborted) return;
    }
  }

  private start(): Run {
    const run = this.part.start();
    this.run = run;
    void run.ready.then(() => {
      if (this.run === run) this.isUp = true;
    });
    return run;
  }

  private async pauseAfter(death: string): Promise<void> {
    const { length } = this.deaths;
    const ms = FIRST_PAUSE_MS * 2 ** (length - 1);
    this.reports.say(
      `The ${this.part.name} ended (${death}); starting it again in ${ms / 1000} s` +
        (length === 1 ? '' : ` (${length} deaths in the last minute)`),
    );
    await pause(ms, this.stopping.signal);
  }

  private async untilUp(signal: AbortSignal): Promise<void> {
    while (!this.isUp && !signal.aborted) await pause(LOOK_MS, signal);
  }

  private lastWords(what: string): string {
    const { name, log } = this.part;
    return `The ${name} ${what}. Its last lines (all in ${log.path}):\n${log.lastLines()}`;
  }
}

/** A part ended before it was ready; the message contains its last lines. */
class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
}

/** Resolves after the time, or as soon as the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
