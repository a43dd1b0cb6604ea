import type { Stamp } from '@portal/contracts/stamp';
import { includes, isOlder } from '@portal/domain/stamps';
import { LRUCache } from 'lru-cache';

/** The result of a read, with a stamp at which it was true: the requested one or a later one. */
export interface ReadResult<T> extends Stamp {
  readonly value: T;
  /** Whether it is true until the stamp changes; otherwise it is not cached. */
  readonly isDeterministic: boolean;
  /** Size in the cache. */
  readonly bytes: number;
}

/** What is asked for, with the current stamp of the project; an older result is not used. */
export interface Lookup extends Stamp {
  /** The call and every parameter that affects the result. */
  readonly key: string;
  /** Parameters that affect only a running read, such as its time limit. */
  readonly limits?: string;
}

interface PendingRead<T> {
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
  private readonly entries: LRUCache<string, ReadResult<T>>;
  private readonly pending = new Map<string, PendingRead<T>>();
  /** Of all entries. */
  private epoch = '';

  /** @param maxBytes total size of all cached results */
  constructor(maxBytes: number) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD,
    });
  }

  /**
   * @param read returns a result that is true at the stamp of the lookup or later
   * @param signal of this caller, who may stop waiting
   * @throws the reason of the signal, or the error of `read`
   */
  get(
    lookup: Lookup,
    read: (signal: AbortSignal) => Promise<ReadResult<T>>,
    signal: AbortSignal = NEVER,
  ): Promise<T> {
    const { key, limits, epoch, revision } = lookup;
    if (epoch !== this.epoch) this.begin(epoch);
    const cached = this.entries.get(key);
    if (cached && includes(cached, lookup)) return Promise.resolve(cached.value);
    const name = JSON.stringify([key, limits, epoch, revision]);
    const pending = this.pending.get(name) ?? this.start(name, lookup, read);
    return this.join(name, pending, signal);
  }

  private start(
    name: string,
    { key }: Lookup,
    read: (signal: AbortSignal) => Promise<ReadResult<T>>,
  ): PendingRead<T> {
    const abort = new AbortController();
    const result = read(abort.signal).then((found) => {
      if (found.isDeterministic) this.store(key, found);
      return found.value;
    });
    const pending = { result, abort, waiting: 0 };
    this.pending.set(name, pending);
    const forget = (): void => this.forget(name, pending);
    result.then(forget, forget);
    return pending;
  }

  private async join(name: string, pending: PendingRead<T>, signal: AbortSignal): Promise<T> {
    pending.waiting += 1;
    let giveUp: (() => void) | undefined;
    const gone = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
    try {
      return await Promise.race([pending.result, gone]);
    } finally {
      if (giveUp) signal.removeEventListener('abort', giveUp);
      pending.waiting -= 1;
      if (pending.waiting === 0) {
        this.forget(name, pending);
        pending.abort.abort(signal.reason);
      }
    }
  }

  private begin(epoch: string): void {
    this.entries.clear();
    this.epoch = epoch;
  }

  /** A read that began in another epoch may end after the next one has begun. */
  private store(key: string, result: ReadResult<T>): void {
    if (result.epoch !== this.epoch) return;
    const cached = this.entries.peek(key);
    if (!cached || isOlder(cached, result)) this.entries.set(key, result);
  }

  private forget(name: string, pending: PendingRead<T>): void {
    if (this.pending.get(name) === pending) this.pending.delete(name);
  }
}
