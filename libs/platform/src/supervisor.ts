import type { LogFile } from './log-file.js';

/** One process of a part, from its start to its end. */
export interface Run {
  /** Resolves when it does its work; never when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with how it ended, such as `SIGKILL` or `exit code 1`. */
  readonly ended: Promise<string>;
  /** Ends it; resolves when it has ended. */
  stop(): Promise<void>;
}

/** What is kept running. */
export interface Part {
  /** As users call it, such as `database`. */
  readonly name: string;
  readonly log: Pick<LogFile, 'path' | 'lastLines'>;
  start(): Run;
  /** A part that must run before this one is started again. */
  readonly needs?: Supervisor | undefined;
}

export interface Reports {
  /** Told in one line when the part has ended and when it is started again. */
  say(line: string): void;
  /** Told why the part is not started again. */
  giveUp(message: string): void;
}

const FIRST_PAUSE_MS = 500;
/** So many ends within this time are too many. */
const MAX_DEATHS = 5;
const MINUTE_MS = 60_000;
const LOOK_MS = 100;

/**
 * Keeps one part of the portal running: a process that ends without having been told to is started
 * again, after a pause that doubles with each end in the last minute. The fifth is the last.
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
   * Starts the part; resolves when it does its work. One that ends before has something wrong that
   * a second start would not mend.
   * @throws {PartFailedError} when it ended before
   */
  async begin(): Promise<void> {
    const run = this.start();
    const death = await Promise.race([run.ready, run.ended]);
    if (typeof death === 'string') {
      throw new PartFailedError(this.lastWords(`ended (${death}) before it was ready`));
    }
    void this.keep(run);
  }

  /** Ends the part for good, also in the pause before a start. */
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

/** A part that ended before it had ever done its work; the message holds its last lines. */
export class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
}

/** Resolves when the time is over, or as soon as the signal is given. */
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
