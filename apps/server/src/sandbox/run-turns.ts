import { LRUCache } from 'lru-cache';

/** A run of a project (or of a user), of a statistic if it has one. */
export interface QueuedRun {
  /** Id of the project or user. */
  readonly key: number;
  /** Id of the statistic. */
  readonly task?: number;
  /** When it came, or when it started, in milliseconds. */
  readonly since: number;
}

interface Account {
  /** Run time that counts at the time `at`. */
  readonly usedMs: number;
  readonly at: number;
  readonly lastStart: number;
}

/** The turn of a key that waits. */
interface Turn {
  /** Run time that it used lately. */
  usedMs: number;
  /** When its oldest run came, or when its last run started if that is later. */
  since: number;
}

/** The expected time of a statistic that did not run yet. */
const SHORT_MS = 100;
const MAX_TASKS = 10_000;

/**
 * Decides which waiting run is next. The key that used the least run time lately has the next turn;
 * within a key, short runs overtake. Two limits prevent starvation: a key that waits for
 * `maxWaitMs / 2` is next, and a run is only overtaken by runs that come within `maxWaitMs / 3`.
 */
export class RunTurns {
  private readonly accounts = new Map<number, Account>();
  /** The mean duration of the last runs by task; half of it is the last run. */
  private readonly durations = new LRUCache<number, number>({ max: MAX_TASKS });
  /** Half of a used second counts after this time. */
  private readonly halfLifeMs: number;
  private readonly overdueMs: number;
  private readonly maxOvertakingMs: number;

  constructor(maxWaitMs: number) {
    this.halfLifeMs = maxWaitMs / 2;
    this.overdueMs = maxWaitMs / 2;
    this.maxOvertakingMs = maxWaitMs / 3;
  }

  started(key: number, now: number): void {
    this.accounts.set(key, { usedMs: this.usedBy(key, now), at: now, lastStart: now });
  }

  ended({ key, task, since }: QueuedRun, now: number): void {
    const ms = now - since;
    const lastStart = this.accounts.get(key)?.lastStart ?? since;
    this.accounts.set(key, { usedMs: this.usedBy(key, now) + ms, at: now, lastStart });
    if (task !== undefined) {
      this.durations.set(task, ((this.durations.get(task) ?? ms) + ms) / 2);
    }
    this.forgetUnused(now);
  }

  /** The run that is next; undefined if none waits. */
  next<T extends QueuedRun>(
    waiting: readonly T[],
    running: Iterable<QueuedRun>,
    now: number,
  ): T | undefined {
    return this.pick(waiting, this.turnsOf(waiting, running, now), now);
  }

  /** The waiting runs in the order in which they start if no other run comes. */
  line<T extends QueuedRun>(
    waiting: readonly T[],
    running: Iterable<QueuedRun>,
    now: number,
  ): readonly T[] {
    const turns = this.turnsOf(waiting, running, now);
    const line: T[] = [];
    let rest = waiting;
    for (let next = this.pick(rest, turns, now); next; next = this.pick(rest, turns, now)) {
      const { key } = next;
      line.push(next);
      rest = rest.filter((run) => run !== next);
      turns.set(key, {
        usedMs: (turns.get(key)?.usedMs ?? 0) + this.expected(next),
        since: now,
      });
    }
    return line;
  }

  private pick<T extends QueuedRun>(
    waiting: readonly T[],
    turns: ReadonlyMap<number, Turn>,
    now: number,
  ): T | undefined {
    const first = least([...new Set(waiting.map(({ key }) => key))], (one, other) =>
      this.isBefore(turns.get(one), turns.get(other), now),
    );
    return least(
      waiting.filter(({ key }) => key === first),
      (one, other) => this.due(one) < this.due(other),
    );
  }

  private isBefore(one: Turn | undefined, other: Turn | undefined, now: number): boolean {
    if (!one || !other) return false;
    const [isOverdue, isOtherOverdue] = [one, other].map(
      ({ since }) => now - since >= this.overdueMs,
    );
    if (isOverdue !== isOtherOverdue) return isOverdue === true;
    if (!isOverdue && one.usedMs !== other.usedMs) return one.usedMs < other.usedMs;
    return one.since < other.since;
  }

  private turnsOf(
    waiting: readonly QueuedRun[],
    running: Iterable<QueuedRun>,
    now: number,
  ): Map<number, Turn> {
    const turns = new Map<number, Turn>();
    for (const { key, since } of waiting) {
      const oldest = Math.min(since, turns.get(key)?.since ?? since);
      turns.set(key, { usedMs: 0, since: oldest });
    }
    for (const [key, turn] of turns) {
      turn.usedMs = this.usedBy(key, now);
      turn.since = Math.max(turn.since, this.accounts.get(key)?.lastStart ?? turn.since);
    }
    for (const { key, since } of running) {
      const turn = turns.get(key);
      if (turn) turn.usedMs += now - since;
    }
    return turns;
  }

  /** A run goes before all runs that come later than its due time. */
  private due(run: QueuedRun): number {
    return run.since + Math.min(this.expected(run), this.maxOvertakingMs);
  }

  private expected({ task }: QueuedRun): number {
    return (task === undefined ? undefined : this.durations.get(task)) ?? SHORT_MS;
  }

  private usedBy(key: number, now: number): number {
    const account = this.accounts.get(key);
    return account ? account.usedMs * 2 ** ((account.at - now) / this.halfLifeMs) : 0;
  }

  private forgetUnused(now: number): void {
    for (const [key, { lastStart }] of this.accounts) {
      const isRecent = now - lastStart < this.overdueMs;
      if (!isRecent && this.usedBy(key, now) < 1) this.accounts.delete(key);
    }
  }
}

/** The first of the items that no other one is before. */
function least<T>(items: readonly T[], isBefore: (one: T, other: T) => boolean): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || isBefore(item, best) ? item : best),
    undefined,
  );
}
