import { createHash } from 'node:crypto';
import type { Stamp } from '@portal/contracts/stamp';
import { RevisionCache } from './revision-cache.js';

/** A serialized response, and a stamp at which it was true. */
export interface CachedResponse extends Stamp {
  readonly body: string;
  readonly etag: string;
}

/** The result of a read, and a stamp at which it was true. */
export interface Reading extends Stamp {
  readonly content: unknown;
}

/** Serialized responses, cached until the stamp of their project changes. */
export class ResponseCache {
  private readonly responses: RevisionCache<CachedResponse>;

  /** @param maxBytes total size of all cached responses */
  constructor(maxBytes: number) {
    this.responses = new RevisionCache(maxBytes);
  }

  /**
   * The response for `key`, true at `stamp` or later.
   * @param stamp the current one of the project; an older response is not used
   * @param read runs once for concurrent requests at the same stamp
   */
  get(key: string, stamp: Stamp, read: () => Promise<Reading>): Promise<CachedResponse> {
    return this.responses.get({ key, ...stamp }, async () => {
      const value = responseOf(await read());
      const bytes = Buffer.byteLength(value.body);
      const { epoch, revision } = value;
      return { value, epoch, revision, isDeterministic: true, bytes };
    });
  }
}

export function responseOf({ epoch, revision, content }: Reading): CachedResponse {
  const body = JSON.stringify(content);
  const hash = createHash('sha1').update(body).digest('base64url').slice(0, 16);
  return { epoch, revision, body, etag: `W/"${epoch}-${revision}-${hash}"` };
}
