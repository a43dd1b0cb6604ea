import { LRUCache } from 'lru-cache';

/** The result of a read. */
export interface Finding<T> {
  readonly value: T;
  /** The revision at which it was true: the requested one or a later one. */
  readonly revision: number;
  /** Whether it is true until the revision changes; otherwise it is not cached. */
  readonly isDeterministic: boolean;
  /** Size in the cache. */
  readonly bytes: number;
}

export interface Question {
  /** Identifies the question: the call and every parameter that affects the result. */
  readonly key: string;
  /** Parameters that affect only a running read, such as its time limit. */
  readonly limits?: string;
  /** The current revision of the project; an older result is not used. */
  readonly revision: number;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** Overhead of one entry. */
const OVERHEAD = 1_024;

const NEVER = new AbortController().signal;

/**
 * Caches results until the revision of their project changes, so that they are always exact. Equal
 * requests at the same revision share one read, which is cancelled when the last of them
 * disconnects.
 */
export class RevisionCache<T> {
  private readonly findings: LRUCache<string, Finding<T>>;
  private readonly flights = new Map<string, Flight<T>>();

  /** @param maxBytes total size of all cached results */
  constructor(maxBytes: number) {
    this.findings = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD,
    });
  }

  /**
   * @param read returns a result that is true at the revision of the question or later
   * @param signal of this caller, who may stop waiting
   * @throws the reason of the signal, or the error of `read`
   */
  get(
    question: Question,
    read: (signal: AbortSignal) => Promise<Finding<T>>,
    signal: AbortSignal = NEVER,
  ): Promise<T> {
    const cached = this.findings.get(question.key);
    if (cached && cached.revision >= question.revision) return Promise.resolve(cached.value);
    const name = JSON.stringify([question.key, question.limits, question.revision]);
    const flight = this.flights.get(name) ?? this.start(name, question, read);
    return this.join(name, flight, signal);
  }

  private start(
    name: string,
    { key }: Question,
    read: (signal: AbortSignal) => Promise<Finding<T>>,
  ): Flight<T> {
    const abort = new AbortController();
    const result = read(abort.signal).then((finding) => {
      if (finding.isDeterministic) this.store(key, finding);
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

  private store(key: string, finding: Finding<T>): void {
    if ((this.findings.peek(key)?.revision ?? -1) < finding.revision)
      this.findings.set(key, finding);
  }

  private forget(name: string, flight: Flight<T>): void {
    if (this.flights.get(name) === flight) this.flights.delete(name);
  }
}
