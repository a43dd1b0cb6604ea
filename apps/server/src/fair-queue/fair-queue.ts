/** Maximum numbers of running and waiting runs, in total and per key. */
interface QueueLimits {
  readonly running: number;
  readonly runningPerKey: number;
  readonly waiting: number;
  readonly waitingPerKey: number;
  /** Maximum waiting time in milliseconds. */
  readonly maxWaitMs: number;
}

/** The queue is full, or a run waited too long. */
export class QueueFullError extends Error {
  /** @param position the place of the run among those that wait; 1 is next */
  constructor(readonly position: number) {
    super();
  }
}

interface Run<What> {
  readonly key: number;
  readonly what: What;
  /** When it came, or when it started, in milliseconds. */
  readonly since: number;
  /** Of a run in the background: called when another one waits for its place. */
  readonly onWanted?: (() => void) | undefined;
}

interface Waiter<What> extends Run<What> {
  admit(started: Run<What>): void;
}

/** The runs of one key, with the milliseconds since they started or came. */
interface RunsOfKey<What> {
  readonly running: readonly { readonly what: What; readonly ms: number }[];
  readonly waiting: readonly {
    readonly what: What;
    readonly ms: number;
    readonly position: number;
  }[];
}

/**
 * Admits runs up to its limits. Each run has a key: the id of a project or of a user. Keys take turns
 * in a circle, so that nobody waits for more than one run of each other key; the runs of one key start
 * in the order in which they came. Runs in the background start while nobody else waits.
 */
export class FairQueue<What> {
  private readonly running = new Set<Run<What>>();
  /** By key; the first key that has room is next, and goes to the end of the circle. */
  private readonly waiting = new Map<number, readonly Waiter<What>[]>();
  private background: readonly Waiter<What>[] = [];

  /** @param now the clock in milliseconds */
  constructor(
    private readonly limits: QueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Waits for admission and returns the function that ends the run.
   * @param what is shown by `runsOf`
   * @param onWanted makes it a run in the background, which is asked to end when another one waits for its place
   * @throws {QueueFullError}
   * @throws the signal's reason if it is aborted first
   */
  async enter(
    key: number,
    what: What,
    signal?: AbortSignal,
    onWanted?: () => void,
  ): Promise<() => void> {
    signal?.throwIfAborted();
    const run = { key, what, since: this.now(), onWanted };
    const started = this.mayStart(run) ? this.start(run) : await this.wait(run, signal);
    return () => this.leave(started);
  }

  /** The runs of all keys. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.running.size, waiting: this.line().length };
  }

  runsOf(key: number): RunsOfKey<What> {
    const now = this.now();
    const ofKey = (run: Run<What>): boolean => run.key === key;
    const stateOf = ({ what, since }: Run<What>) => ({ what, ms: Math.round(now - since) });
    return {
      running: [...this.running].filter(ofKey).map(stateOf),
      waiting: this.line()
        .map((run, index) => ({ run, position: index + 1 }))
        .filter(({ run }) => ofKey(run))
        .map(({ run, position }) => ({ ...stateOf(run), position })),
    };
  }

  private wait(run: Run<What>, signal?: AbortSignal): Promise<Run<What>> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error): void => {
        settle();
        this.remove(waiter);
        reject(error);
      };
      const waiter: Waiter<What> = {
        ...run,
        admit: (started) => {
          settle();
          resolve(started);
        },
      };
      const refuse = (): void => fail(new QueueFullError(this.line().indexOf(waiter) + 1));
      const onAbort = (): void => fail(reasonOf(signal));
      const timer = setTimeout(refuse, this.limits.maxWaitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (run.onWanted) {
        this.background = [...this.background, waiter];
        return;
      }
      const isFull = this.isFull(run.key);
      this.waiting.set(run.key, [...this.waitingOf(run.key), waiter]);
      if (isFull) refuse();
      else this.askForPlace(run.key);
    });
  }

  private start({ key, what, onWanted }: Run<What>): Run<What> {
    const started = { key, what, since: this.now(), onWanted };
    this.running.add(started);
    return started;
  }

  private leave(run: Run<What>): void {
    if (this.running.delete(run)) this.admitNext();
  }

  /** Keys that go to the end of the circle come again, until there is no room. */
  private admitNext(): void {
    for (const [key, [next, ...others]] of this.waiting) {
      if (next === undefined || !this.hasRoom(key)) continue;
      this.waiting.delete(key);
      if (others.length > 0) this.waiting.set(key, others);
      next.admit(this.start(next));
    }
    for (const next of this.background) {
      if (!this.mayStart(next)) continue;
      this.background = this.background.filter((other) => other !== next);
      next.admit(this.start(next));
    }
  }

  private mayStart({ key, onWanted }: Run<What>): boolean {
    return this.hasRoom(key) && (!onWanted || this.waiting.size === 0);
  }

  /** One run in the background is enough: of the same key, if that has as many as it may. */
  private askForPlace(key: number): void {
    const background = [...this.running].filter(({ onWanted }) => onWanted !== undefined);
    const isFull = this.running.size >= this.limits.running;
    (
      background.find((run) => run.key === key) ?? (isFull ? background[0] : undefined)
    )?.onWanted?.();
  }

  private remove(waiter: Waiter<What>): void {
    this.background = this.background.filter((other) => other !== waiter);
    const others = this.waitingOf(waiter.key).filter((other) => other !== waiter);
    if (others.length > 0) this.waiting.set(waiter.key, others);
    else this.waiting.delete(waiter.key);
  }

  /** The waiting runs in the order in which they start if no other one comes. */
  private line(): Waiter<What>[] {
    return [...this.waiting.values()]
      .flatMap((runs) => runs.map((run, round) => ({ run, round })))
      .sort((one, other) => one.round - other.round)
      .map(({ run }) => run);
  }

  private waitingOf(key: number): readonly Waiter<What>[] {
    return this.waiting.get(key) ?? [];
  }

  private isFull(key: number): boolean {
    const { waiting, waitingPerKey } = this.limits;
    return this.line().length >= waiting || this.waitingOf(key).length >= waitingPerKey;
  }

  private hasRoom(key: number): boolean {
    const { running, runningPerKey } = this.limits;
    const own = [...this.running].filter((run) => run.key === key).length;
    return this.running.size < running && own < runningPerKey;
  }
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error(String(reason));
}
