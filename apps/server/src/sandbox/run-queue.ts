/** How many may run and wait. */
export interface RunQueueLimits {
  readonly running: number;
  readonly runningOfOne: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** How long one waits at most, in milliseconds. */
  readonly patienceMs: number;
}

/** Somebody cannot be let in: the line is full, or they waited too long. */
export class LineFullError extends Error {}

interface Waiter {
  admit(): void;
}

/**
 * Lets runs in up to its limits. Those for whom they are, projects or users, take turns, so that one
 * with a long line does not keep the others waiting; for each it is first come, first served.
 */
export class RunQueue {
  private readonly running = new Map<number, number>();
  /** Runs by the project or user that they are for, in the order of their turns. */
  private readonly lines = new Map<number, Waiter[]>();

  constructor(private readonly limits: RunQueueLimits) {}

  /**
   * Waits for a place and gives the function that leaves it.
   * @param whose the number of the one for whom it is
   * @throws {LineFullError}
   * @throws the signal's reason when it is aborted first
   */
  async enter(whose: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.hasRoom(whose)) await this.wait(whose, signal);
    else this.start(whose);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave(whose);
    };
  }

  private wait(whose: number, signal?: AbortSignal): Promise<void> {
    const line = this.lines.get(whose) ?? [];
    const waiting = [...this.lines.values()].reduce((sum, { length }) => sum + length, 0);
    if (waiting >= this.limits.waiting || line.length >= this.limits.waitingOfOne) {
      return Promise.reject(new LineFullError());
    }
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        end();
      };
      const giveUp = (error: unknown): void =>
        settle(() => {
          this.forget(whose, waiter);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      const onAbort = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(new LineFullError()), this.limits.patienceMs);
      const waiter: Waiter = { admit: () => settle(resolve) };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.lines.set(whose, [...line, waiter]);
    });
  }

  private forget(whose: number, waiter: Waiter): void {
    const line = (this.lines.get(whose) ?? []).filter((other) => other !== waiter);
    if (line.length === 0) this.lines.delete(whose);
    else this.lines.set(whose, line);
  }

  private leave(whose: number): void {
    const count = this.runningOf(whose) - 1;
    if (count === 0) this.running.delete(whose);
    else this.running.set(whose, count);
    this.admitNext();
  }

  private admitNext(): void {
    for (const [whose, line] of this.lines) {
      const [next, ...rest] = line;
      if (next === undefined || !this.hasRoom(whose)) continue;
      // Deleted and set again, it comes last in the order of turns.
      this.lines.delete(whose);
      if (rest.length > 0) this.lines.set(whose, rest);
      this.start(whose);
      next.admit();
      this.admitNext();
      return;
    }
  }

  private hasRoom(whose: number): boolean {
    const running = [...this.running.values()].reduce((sum, count) => sum + count, 0);
    return running < this.limits.running && this.runningOf(whose) < this.limits.runningOfOne;
  }

  private start(whose: number): void {
    this.running.set(whose, this.runningOf(whose) + 1);
  }

  private runningOf(whose: number): number {
    return this.running.get(whose) ?? 0;
  }
}
