import { LRUCache } from 'lru-cache';

/** What a run gave, and whether it stays true as long as the revision stands. */
export interface Finding<T> {
  readonly value: T;
  readonly isSteady: boolean;
  /** What keeping it takes, in bytes. */
  readonly bytes: number;
}

export interface Question {
  /** Equal for equal questions: what is asked, and every parameter that makes a difference. */
  readonly key: string;
  /** What only a run under way depends on, such as its time limit. */
  readonly limits: string;
  /** Of the project, as it stands. */
  readonly revision: number;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** Room for the bookkeeping of one result, in bytes. */
const OVERHEAD = 1_024;

/**
 * Keeps results for the revision they are true at; never by the clock. Whoever asks the same at the
 * same revision while a run is under way waits for that run, which is cancelled when the last of
 * them has gone.
 */
export class ResultCache<T> {
  private readonly kept: LRUCache<string, Finding<T> & { readonly revision: number }>;
  private readonly flights = new Map<string, Flight<T>>();

  /** @param maxBytes of all kept results together */
  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD,
    });
  }

  /**
   * @param run finds the answer in the data as it is at the question's revision or later
   * @param signal of this one who waits
   * @throws the signal's reason, or what the run throws
   */
  get(
    question: Question,
    run: (signal: AbortSignal) => Promise<Finding<T>>,
    signal: AbortSignal,
  ): Promise<T> {
    const kept = this.kept.get(question.key);
    if (kept && kept.revision >= question.revision) return Promise.resolve(kept.value);
    const name = JSON.stringify([question.key, question.limits, question.revision]);
    const flight = this.flights.get(name) ?? this.start(name, question, run);
    return this.join(name, flight, signal);
  }

  private start(
    name: string,
    { key, revision }: Question,
    run: (signal: AbortSignal) => Promise<Finding<T>>,
  ): Flight<T> {
    const abort = new AbortController();
    const result = run(abort.signal).then((finding) => {
      if (finding.isSteady) this.keep(key, { ...finding, revision });
      return finding.value;
    });
    const flight = { result, abort, waiting: 0 };
    this.flights.set(name, flight);
    const forget = (): void => this.forget(name, flight);
    result.then(forget, forget);
    return flight;
  }

  private async join(name: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    flight.waiting += 1;
    let giveUp: (() => void) | undefined;
    const gone = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
    try {
      return await Promise.race([flight.result, gone]);
    } finally {
      if (giveUp) signal.removeEventListener('abort', giveUp);
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        this.forget(name, flight);
        flight.abort.abort(signal.reason);
      }
    }
  }

  private keep(key: string, finding: Finding<T> & { readonly revision: number }): void {
    if ((this.kept.peek(key)?.revision ?? -1) < finding.revision) this.kept.set(key, finding);
  }

  private forget(name: string, flight: Flight<T>): void {
    if (this.flights.get(name) === flight) this.flights.delete(name);
  }
}
