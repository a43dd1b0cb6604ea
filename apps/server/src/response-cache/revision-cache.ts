import { LRUCache } from 'lru-cache';

/** What a read found. */
export interface Finding<T> {
  readonly value: T;
  /** The revision at which it was true, at least the one that was asked for. */
  readonly revision: number;
  /** Whether it stays true until the revision moves; otherwise it is not kept. */
  readonly isDeterministic: boolean;
  /** Bytes that it takes to keep it. */
  readonly bytes: number;
}

export interface Question {
  /** Equal for equal questions: what is asked, and every parameter that makes a difference. */
  readonly key: string;
  /** What only a read under way depends on, such as its time limit. */
  readonly limits?: string;
  /** Of the project, as it stands: no older answer will do. */
  readonly revision: number;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** Bytes for the bookkeeping of one entry. */
const OVERHEAD = 1_024;

const NEVER = new AbortController().signal;

/**
 * Keeps what was read until the revision of its project moves, so that it is exact and never a matter
 * of time. Callers who ask the same at the same revision share one read, which is cancelled when the
 * last of them has gone.
 */
export class RevisionCache<T> {
  private readonly findings: LRUCache<string, Finding<T>>;
  private readonly flights = new Map<string, Flight<T>>();

  /** @param maxBytes of all kept results together */
  constructor(maxBytes: number) {
    this.findings = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD,
    });
  }

  /**
   * @param read finds the answer in the data as it is at the question's revision or later
   * @param signal of this caller, who may stop waiting
   * @throws the signal's reason, or what `read` throws
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
