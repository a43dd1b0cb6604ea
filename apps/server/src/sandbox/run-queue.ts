/** Maximum numbers of running and waiting runs, in total and per key. */
export interface RunQueueLimits {
  readonly running: number;
  readonly runningPerKey: number;
  readonly waiting: number;
  readonly waitingPerKey: number;
  /** Maximum waiting time in milliseconds. */
  readonly maxWaitMs: number;
}

/** The queue is full, or a run waited too long. */
export class QueueFullError extends Error {}

interface Waiter {
  admit(): void;
}

/**
 * Admits runs up to its limits. Each run has a key: the id of a project or of a user. Keys take
 * turns, so that many runs of one key do not delay the others. Within a key the order is FIFO.
 */
export class RunQueue {
  private readonly running = new Map<number, number>();
  /** Waiting runs per key, in the order of the turns. */
  private readonly queues = new Map<number, Waiter[]>();

  constructor(private readonly limits: RunQueueLimits) {}

  /**
   * Waits for admission and returns the function that ends the run.
   * @param key id of the project or user
   * @throws {QueueFullError}
   * @throws the signal's reason if it is aborted first
   */
  async enter(key: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.hasRoom(key)) await this.wait(key, signal);
    else this.start(key);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave(key);
    };
  }

  private wait(key: number, signal?: AbortSignal): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    const waiting = [...this.queues.values()].reduce((sum, { length }) => sum + length, 0);
    if (waiting >= this.limits.waiting || queue.length >= this.limits.waitingPerKey) {
      return Promise.reject(new QueueFullError());
    }
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        end();
      };
      const fail = (error: unknown): void =>
        settle(() => {
          this.forget(key, waiter);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      const onAbort = (): void => fail(signal?.reason);
      const timer = setTimeout(() => fail(new QueueFullError()), this.limits.maxWaitMs);
      const waiter: Waiter = { admit: () => settle(resolve) };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.queues.set(key, [...queue, waiter]);
    });
  }

  private forget(key: number, waiter: Waiter): void {
    const queue = (this.queues.get(key) ?? []).filter((other) => other !== waiter);
    if (queue.length === 0) this.queues.delete(key);
    else this.queues.set(key, queue);
  }

  private leave(key: number): void {
    const count = this.runningWith(key) - 1;
    if (count === 0) this.running.delete(key);
    else this.running.set(key, count);
    this.admitNext();
  }

  private admitNext(): void {
    for (const [key, queue] of this.queues) {
      const [next, ...rest] = queue;
      if (next === undefined || !this.hasRoom(key)) continue;
      // Deleted and inserted again, the key is last in the order of turns.
      this.queues.delete(key);
      if (rest.length > 0) this.queues.set(key, rest);
      this.start(key);
      next.admit();
      this.admitNext();
      return;
    }
  }

  private hasRoom(key: number): boolean {
    const running = [...this.running.values()].reduce((sum, count) => sum + count, 0);
    return running < this.limits.running && this.runningWith(key) < this.limits.runningPerKey;
  }

  private start(key: number): void {
    this.running.set(key, this.runningWith(key) + 1);
  }

  private runningWith(key: number): number {
    return this.running.get(key) ?? 0;
  }
}
