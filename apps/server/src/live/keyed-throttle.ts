/** Before a run that failed is tried again. */
const FAILURE_PAUSE_MS = 1_000;

interface Turn {
  /** What to run once the interval is over, if anything was requested since the run began. */
  next: (() => Promise<void>) | null;
}

/**
 * Lets work of one key run at most once per interval: at once when it rested, else once more when
 * the interval is over. Requests in between are one request, and each of them is followed by a run
 * that began after it, so the newest state always gets out.
 */
export class KeyedThrottle {
  private readonly turns = new Map<string, Turn>();
  private readonly timers = new Set<NodeJS.Timeout>();

  /**
   * @param intervalMs between the end of a run and the start of the next one of its key
   * @param onError told of a run that failed; it is tried again a little later
   */
  constructor(
    private readonly intervalMs: number,
    private readonly onError: (error: unknown, key: string) => void,
  ) {}

  request(key: string, run: () => Promise<void>): void {
    const turn = this.turns.get(key);
    if (turn) turn.next = run;
    else this.start(key, run);
  }

  /** Forgets what was requested; a run under way ends by itself. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.turns.clear();
  }

  private start(key: string, run: () => Promise<void>): void {
    const turn: Turn = { next: null };
    this.turns.set(key, turn);
    run().then(
      () => this.rest(key, turn, this.intervalMs),
      (error: unknown) => {
        this.onError(error, key);
        turn.next ??= run;
        this.rest(key, turn, FAILURE_PAUSE_MS);
      },
    );
  }

  private rest(key: string, turn: Turn, pauseMs: number): void {
    if (this.turns.get(key) !== turn) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (turn.next) this.start(key, turn.next);
      else this.turns.delete(key);
    }, pauseMs);
    this.timers.add(timer);
  }
}
