/** How many may run and wait. */
export interface RunQueueLimits {
  readonly running: number;
  readonly runningPerProject: number;
  readonly waiting: number;
  readonly waitingPerProject: number;
  /** How long one waits at most, in milliseconds. */
  readonly patienceMs: number;
}

/** Somebody cannot be let in: the line is full, or they waited too long. */
export class LineFullError extends Error {}

interface Waiter {
  admit(): void;
}

/**
 * Lets runs in up to its limits. Projects take turns, so that one with a long line does not keep
 * the others waiting; within a project it is first come, first served.
 */
export class RunQueue {
  private readonly running = new Map<number, number>();
  /** By project, in the order of their turns. */
  private readonly lines = new Map<number, Waiter[]>();

  constructor(private readonly limits: RunQueueLimits) {}

  /**
   * Waits for a place and gives the function that leaves it.
   * @throws {LineFullError}
   * @throws the signal's reason when it is aborted first
   */
  async enter(projectId: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.hasRoom(projectId)) await this.wait(projectId, signal);
    else this.start(projectId);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave(projectId);
    };
  }

  private wait(projectId: number, signal?: AbortSignal): Promise<void> {
    const line = this.lines.get(projectId) ?? [];
    const waiting = [...this.lines.values()].reduce((sum, { length }) => sum + length, 0);
    if (waiting >= this.limits.waiting || line.length >= this.limits.waitingPerProject) {
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
          this.forget(projectId, waiter);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      const onAbort = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(new LineFullError()), this.limits.patienceMs);
      const waiter: Waiter = { admit: () => settle(resolve) };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.lines.set(projectId, [...line, waiter]);
    });
  }

  private forget(projectId: number, waiter: Waiter): void {
    const line = (this.lines.get(projectId) ?? []).filter((other) => other !== waiter);
    if (line.length === 0) this.lines.delete(projectId);
    else this.lines.set(projectId, line);
  }

  private leave(projectId: number): void {
    const count = this.runningOf(projectId) - 1;
    if (count === 0) this.running.delete(projectId);
    else this.running.set(projectId, count);
    this.admitNext();
  }

  private admitNext(): void {
    for (const [projectId, line] of this.lines) {
      const [next, ...rest] = line;
      if (next === undefined || !this.hasRoom(projectId)) continue;
      // Deleted and set again, the project comes last in the order of turns.
      this.lines.delete(projectId);
      if (rest.length > 0) this.lines.set(projectId, rest);
      this.start(projectId);
      next.admit();
      this.admitNext();
      return;
    }
  }

  private hasRoom(projectId: number): boolean {
    const running = [...this.running.values()].reduce((sum, count) => sum + count, 0);
    return (
      running < this.limits.running && this.runningOf(projectId) < this.limits.runningPerProject
    );
  }

  private start(projectId: number): void {
    this.running.set(projectId, this.runningOf(projectId) + 1);
  }

  private runningOf(projectId: number): number {
    return this.running.get(projectId) ?? 0;
  }
}
