import { type QueuedRun, RunTurns } from './run-turns.js';

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
export class QueueFullError extends Error {
  /** @param position computes the place of the run among those that wait; 1 is next */
  constructor(readonly position: () => number) {
    super();
  }
}

interface Waiter extends QueuedRun {
  admit(started: QueuedRun): void;
}

/** The runs of one key, with the milliseconds since they started or came. */
interface RunsOfKey {
  readonly running: readonly { readonly task?: number; readonly ms: number }[];
  readonly waiting: readonly {
    readonly task?: number;
    readonly ms: number;
    readonly position: number;
  }[];
}

/**
 * Admits runs up to its limits. Each run has a key: the id of a project or of a user. `RunTurns`
 * decides which of the waiting runs is next.
 */
export class RunQueue {
  private readonly running = new Set<QueuedRun>();
  private waiting: readonly Waiter[] = [];
  private readonly turns: RunTurns;

  /** @param now the clock in milliseconds */
  constructor(
    private readonly limits: RunQueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.turns = new RunTurns(limits.maxWaitMs);
  }

  /**
   * Waits for admission and returns the function that ends the run.
   * @param key id of the project or user
   * @param task id of the statistic, whose earlier runs tell how long it takes
   * @throws {QueueFullError}
   * @throws the signal's reason if it is aborted first
   */
  async enter(key: number, signal?: AbortSignal, task?: number): Promise<() => void> {
    signal?.throwIfAborted();
    const run = { key, since: this.now(), ...(task !== undefined && { task }) };
    const started = this.hasRoom(key) ? this.start(run) : await this.wait(run, signal);
    return () => this.leave(started);
  }

  runsOf(key: number): RunsOfKey {
    const now = this.now();
    const stateOf = ({ task, since }: QueuedRun) => ({
      ...(task !== undefined && { task }),
      ms: Math.round(now - since),
    });
    const ofKey = (run: QueuedRun): boolean => run.key === key;
    return {
      running: [...this.running].filter(ofKey).map(stateOf),
      waiting: this.turns
        .line(this.waiting, this.running, now)
        .map((run, index) => ({ run, position: index + 1 }))
        .filter(({ run }) => ofKey(run))
        .map(({ run, position }) => ({ ...stateOf(run), position })),
    };
  }

  private wait(run: QueuedRun, signal?: AbortSignal): Promise<QueuedRun> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        end();
      };
      const fail = (error: unknown): void =>
        settle(() => {
          this.waiting = this.waiting.filter((other) => other !== waiter);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      const waiter: Waiter = { ...run, admit: (started) => settle(() => resolve(started)) };
      const refuse = (): void => fail(this.fullFor(waiter));
      const onAbort = (): void => fail(signal?.reason);
      const timer = setTimeout(refuse, this.limits.maxWaitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      const isFull = this.isFull(run.key);
      this.waiting = [...this.waiting, waiter];
      if (isFull) refuse();
    });
  }

  private fullFor(waiter: Waiter): QueueFullError {
    const waiting = this.waiting;
    return new QueueFullError(
      () => this.turns.line(waiting, this.running, this.now()).indexOf(waiter) + 1,
    );
  }

  private start({ key, task }: QueuedRun): QueuedRun {
    const started = { key, since: this.now(), ...(task !== undefined && { task }) };
    this.running.add(started);
    this.turns.started(key, started.since);
    return started;
  }

  private leave(run: QueuedRun): void {
    if (!this.running.delete(run)) return;
    this.turns.ended(run, this.now());
    this.admitNext();
  }

  private admitNext(): void {
    const open = this.waiting.filter(({ key }) => this.hasRoom(key));
    const next = this.turns.next(open, this.running, this.now());
    if (!next) return;
    this.waiting = this.waiting.filter((other) => other !== next);
    next.admit(this.start(next));
    this.admitNext();
  }

  private isFull(key: number): boolean {
    const { waiting, waitingPerKey } = this.limits;
    return this.waiting.length >= waiting || countOf(this.waiting, key) >= waitingPerKey;
  }

  private hasRoom(key: number): boolean {
    const { running, runningPerKey } = this.limits;
    return this.running.size < running && countOf([...this.running], key) < runningPerKey;
  }
}

function countOf(runs: readonly QueuedRun[], key: number): number {
  return runs.filter((run) => run.key === key).length;
}
