import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { ProblemException } from '../problems/problem.js';

const WINDOW_MS = 60_000;
/** Those who failed longest ago are forgotten first. */
const MAX_CLIENTS = 10_000;

interface Client {
  /** As many at a time as may fail, so that those who come at once cannot fail more often. */
  readonly queue: LimitFunction;
  failures: number;
  /** When the first of them was. */
  since: number;
}

/** Counts the handshakes of each client's address that fail, and refuses more where they are many. */
export class FailedHandshakes {
  private readonly clients = new LRUCache<string, Client>({ max: MAX_CLIENTS });

  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * What `identify` gives, which counts as failed when it throws `unauthenticated`; an expired access
   * token was good once and costs nothing to refuse.
   * @throws {ProblemException} `too-many-requests`, before `identify` is called; or as `identify`
   */
  async attempt<T>(ip: string, identify: () => Promise<T>): Promise<T> {
    const client = this.clientAt(ip);
    return client.queue(async () => {
      if (this.now() - client.since >= WINDOW_MS) client.failures = 0;
      if (client.failures >= this.limit) {
        throw new ProblemException(
          'too-many-requests',
          'Too many handshakes from this address have failed; try again in a minute',
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
    client.failures++;
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof ProblemException && error.code === 'unauthenticated';
}
