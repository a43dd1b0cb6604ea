import { MAX_STATES_PER_SECOND } from '@portal/contracts/constants';

/**
 * Between two states of a topic: slightly more than the limit requires, because the network may shorten the gap.
 */
export const STATE_PAUSE_MS = 1000 / MAX_STATES_PER_SECOND + 10;

/** Delay before a failed run is retried. */
const FAILURE_PAUSE_MS = 1_000;

/** @param since when the run was first requested, by `performance.now()` */
type Run = (since: number) => Promise<void>;

interface Turn {
  /** The next run after the interval, if anything was requested since the last run began. */
  next: Run | null;
  /** When the next run was first requested. */
  since: number;
}

/**
 * Runs the work of one key at most once per interval: immediately when idle, else once when the
 * interval is over. Requests in between are merged. Each request is followed by a run that starts
 * after it, so the newest state is always sent.
 */
export class KeyedThrottle {
  private readonly turns = new Map<string, Turn>();
  private readonly timers = new Set<NodeJS.Timeout>();

  /**
   * @param intervalMs from the end of a run to the start of the next one of its key
   * @param onError receives the error of a failed run; the run is retried after a short delay
   */
  constructor(
    private readonly intervalMs: number,
    private readonly onError: (error: unknown, key: string) => void,
  ) {}

  request(key: string, run: Run): void {
    const turn = this.turns.get(key);
    if (!turn) return this.start(key, run, performance.now());
    if (!turn.next) turn.since = performance.now();
    turn.next = run;
  }

  /** Drops pending requests; a running one finishes. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.turns.clear();
  }

  private start(key: string, run: Run, since: number): void {
    const turn: Turn = { next: null, since };
    this.turns.set(key, turn);
    run(since).then(
      () => this.rest(key, turn, this.intervalMs),
      (error: unknown) => {
        this.onError(error, key);
        turn.next ??= run;
        turn.since = since;
        this.rest(key, turn, FAILURE_PAUSE_MS);
      },
    );
  }

  private rest(key: string, turn: Turn, pauseMs: number): void {
    if (this.turns.get(key) !== turn) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (turn.next) this.start(key, turn.next, turn.since);
      else this.turns.delete(key);
    }, pauseMs);
    this.timers.add(timer);
  }
}
