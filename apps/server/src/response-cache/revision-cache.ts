import type { Stamp } from '@portal/contracts/stamp';
import { includes, isOlder } from '@portal/domain/stamps';
import { LRUCache } from 'lru-cache';

/** The result of a read, with a stamp at which it was true: the requested one or a later one. */
export interface Finding<T> extends Stamp {
  readonly value: T;
  /** Whether it is true until the stamp changes; otherwise it is not cached. */
  readonly isDeterministic: boolean;
  /** Size in the cache. */
  readonly bytes: number;
}

/** A question, with the current stamp of the project; an older result is not used. */
export interface Question extends Stamp {
  /** Identifies the question: the call and every parameter that affects the result. */
  readonly key: string;
  /** Parameters that affect only a running read, such as its time limit. */
  readonly limits?: string;
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
 * Caches results until the stamp of their project changes, so that they are always exact. A new epoch
 * empties the cache. Equal requests at the same stamp share one read, which is cancelled when the last
 * of them disconnects.
 */
export class RevisionCache<T> {
  private readonly findings: LRUCache<string, Finding<T>>;
  private readonly flights = new Map<string, Flight<T>>();
  /** Of all findings. */
  private epoch = '';

  /** @param maxBytes total size of all cached results */
  constructor(maxBytes: number) {
    this.findings = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD,
    });
  }

  /**
   * @param read returns a result that is true at the stamp of the question or later
   * @param signal of this caller, who may stop waiting
   * @throws the reason of the signal, or the error of `read`
   */
  get(
    question: Question,
    read: (signal: AbortSignal) => Promise<Finding<T>>,
    signal: AbortSignal = NEVER,
  ): Promise<T> {
    const { key, limits, epoch, revision } = question;
    if (epoch !== this.epoch) this.begin(epoch);
    const cached = this.findings.get(key);
    if (cached && includes(cached, question)) return Promise.resolve(cached.value);
    const name = JSON.stringify([key, limits, epoch, revision]);
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

  private begin(epoch: string): void {
    this.findings.clear();
    this.epoch = epoch;
  }

  /** A read that began in another epoch may end after the next one has begun. */
  private store(key: string, finding: Finding<T>): void {
    if (finding.epoch !== this.epoch) return;
    const cached = this.findings.peek(key);
    if (!cached || isOlder(cached, finding)) this.findings.set(key, finding);
  }

  private forget(name: string, flight: Flight<T>): void {
    if (this.flights.get(name) === flight) this.flights.delete(name);
  }
}
