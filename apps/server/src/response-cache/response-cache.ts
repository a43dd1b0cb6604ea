import { createHash } from 'node:crypto';
import { RevisionCache } from './revision-cache.js';

/** A serialized response, true at `revision`. */
export interface CachedResponse {
  readonly revision: number;
  readonly body: string;
  readonly etag: string;
}

/** The result of a read, and a revision at which it was true. */
export interface Reading {
  readonly revision: number;
  readonly content: unknown;
}

/** Serialized responses, cached until the revision of their project changes. */
export class ResponseCache {
  private readonly responses: RevisionCache<CachedResponse>;

  /** @param maxBytes total size of all cached responses */
  constructor(maxBytes: number) {
    this.responses = new RevisionCache(maxBytes);
  }

  /**
   * The response for `key`, true at `revision` or later.
   * @param revision the current revision of the project; an older response is not used
   * @param read runs once for concurrent requests at the same revision
   */
  get(key: string, revision: number, read: () => Promise<Reading>): Promise<CachedResponse> {
    return this.responses.get({ key, revision }, async () => {
      const value = responseOf(await read());
      const bytes = Buffer.byteLength(value.body);
      return { value, revision: value.revision, isDeterministic: true, bytes };
    });
  }
}

export function responseOf({ revision, content }: Reading): CachedResponse {
  const body = JSON.stringify(content);
  const hash = createHash('sha1').update(body).digest('base64url').slice(0, 16);
  return { revision, body, etag: `W/"${revision}-${hash}"` };
}
