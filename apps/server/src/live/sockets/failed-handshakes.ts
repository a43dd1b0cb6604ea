import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { ProblemException } from '../../problems/problem.js';

const WINDOW_MS = 60_000;
/** The least recently used clients are evicted. */
const MAX_CLIENTS = 10_000;

interface Client {
  /** Runs at most as many attempts at once as may still fail. */
  readonly queue: LimitFunction;
  failures: number;
  /** Time of the first failure. */
  since: number;
}

/** Counts failed handshakes per client IP address and refuses more beyond a limit. */
export class FailedHandshakes {
  private readonly clients = new LRUCache<string, Client>({ max: MAX_CLIENTS });

  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Returns the result of `identify`. An `unauthenticated` error counts as a failure. An expired
   * access token does not: it was valid once and is cheap to refuse.
   * @throws {ProblemException} `too-many-requests`, before `identify` is called; or as `identify`
   */
  async attempt<T>(ip: string, identify: () => Promise<T>): Promise<T> {
    const client = this.clientAt(ip);
    return client.queue(async () => {
      if (this.now() - client.since >= WINDOW_MS) this.setFailures(client, 0);
      if (client.failures >= this.limit) {
        throw new ProblemException(
          'too-many-requests',
          'Too many handshakes from this IP address have failed; try again in a minute',
        );
      }
      try {
        return await identify();
      } catch (error) {
        if (isFailure(error)) this.count(client);
        throw error;
      }
    });
  }

  private clientAt(ip: string): Client {
    const known = this.clients.get(ip);
    if (known) return known;
    const client = { queue: pLimit(this.limit), failures: 0, since: 0 };
    this.clients.set(ip, client);
    return client;
  }

  private count(client: Client): void {
    if (client.failures === 0) client.since = this.now();
    this.setFailures(client, client.failures + 1);
  }

  private setFailures(client: Client, failures: number): void {
    client.failures = failures;
    client.queue.concurrency = Math.max(1, this.limit - failures);
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof ProblemException && error.code === 'unauthenticated';
}
