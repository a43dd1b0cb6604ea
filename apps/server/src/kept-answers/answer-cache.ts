import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** An answer as it is sent, true at `revision`. */
export interface Answer {
  readonly revision: number;
  readonly body: string;
  readonly etag: string;
}

/** What a read found, and a revision at which it was true. */
export interface Reading {
  readonly revision: number;
  readonly content: unknown;
}

interface Flight {
  readonly answer: Promise<Answer>;
}

/** Room for the bookkeeping of one answer, in bytes. */
const OVERHEAD = 256;

/**
 * Keeps answers for the revision they were read at. What is kept is served only while the revision
 * still stands there, so it is exact and never a matter of time; and however many ask at once, one
 * read answers them all.
 */
export class AnswerCache {
  private readonly kept: LRUCache<string, Answer>;
  private readonly flights = new Map<string, Flight>();

  /** @param maxBytes of all kept answers together */
  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => Buffer.byteLength(body) + key.length + OVERHEAD,
    });
  }

  /**
   * The answer to `key`, true at `revision` or later.
   * @param revision the one that stands now: no older answer will do
   * @param read runs at most once at a time per key
   */
  async get(key: string, revision: number, read: () => Promise<Reading>): Promise<Answer> {
    const kept = this.kept.get(key);
    if (kept && kept.revision >= revision) return kept;

    const underWay = this.flights.get(key);
    if (underWay) {
      const answer = await underWay.answer;
      if (answer.revision >= revision) return answer;
      // It was read before the commit that this request has to show.
      return this.get(key, revision, read);
    }
    return this.startFlight(key, read);
  }

  private startFlight(key: string, read: () => Promise<Reading>): Promise<Answer> {
    const answer = this.readAndKeep(key, read).finally(() => this.flights.delete(key));
    this.flights.set(key, { answer });
    return answer;
  }

  private async readAndKeep(key: string, read: () => Promise<Reading>): Promise<Answer> {
    const answer = answerOf(await read());
    this.kept.set(key, answer);
    return answer;
  }
}

export function answerOf({ revision, content }: Reading): Answer {
  const body = JSON.stringify(content);
  const hash = createHash('sha1').update(body).digest('base64url').slice(0, 16);
  return { revision, body, etag: `W/"${revision}-${hash}"` };
}
