import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { ProblemException } from '../problems/problem.js';

const WINDOW_MS = 60_000;
/** Those who failed longest ago are forgotten first. */
const MAX_ADDRESSES = 10_000;

interface Visitor {
  /** As many at a time as may fail, so that those who come at once cannot fail more often. */
  readonly turn: LimitFunction;
  failures: number;
  /** When the first of them was. */
  since: number;
}

/** Counts the handshakes of each client's address that fail, and refuses more where they are many. */
export class FailedHandshakes {
  private readonly visitors = new LRUCache<string, Visitor>({ max: MAX_ADDRESSES });

  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * What `identify` gives, which counts as failed when it throws `unauthenticated`; an expired access
   * token was good once and costs nothing to refuse.
   * @throws {ProblemException} `too-many-requests`, before `identify` is called; or as `identify`
   */
  async attempt<T>(address: string, identify: () => Promise<T>): Promise<T> {
    const visitor = this.visitorAt(address);
    return visitor.turn(async () => {
      if (this.now() - visitor.since >= WINDOW_MS) visitor.failures = 0;
      if (visitor.failures >= this.limit) {
        throw new ProblemException(
          'too-many-requests',
          'Too many handshakes from this address have failed; try again in a minute',
        );
      }
      try {
        return await identify();
      } catch (error) {
        if (isFailure(error)) this.count(visitor);
        throw error;
      }
    });
  }

  private visitorAt(address: string): Visitor {
    const known = this.visitors.get(address);
    if (known) return known;
    const visitor = { turn: pLimit(this.limit), failures: 0, since: 0 };
    this.visitors.set(address, visitor);
    return visitor;
  }

  private count(visitor: Visitor): void {
    if (visitor.failures === 0) visitor.since = this.now();
    visitor.failures++;
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof ProblemException && error.code === 'unauthenticated';
}
