import { createHash } from 'node:crypto';
import { RevisionCache } from './revision-cache.js';

/** A response as it is sent, true at `revision`. */
export interface CachedResponse {
  readonly revision: number;
  readonly body: string;
  readonly etag: string;
}

/** What a read found, and a revision at which it was true. */
export interface Reading {
  readonly revision: number;
  readonly content: unknown;
}

/** Responses as they are sent, kept until the revision of their project moves. */
export class ResponseCache {
  private readonly responses: RevisionCache<CachedResponse>;

  /** @param maxBytes of all kept responses together */
  constructor(maxBytes: number) {
    this.responses = new RevisionCache(maxBytes);
  }

  /**
   * The response to `key`, true at `revision` or later.
   * @param revision of the project, as it stands: no older response will do
   * @param read runs once for all who ask at the same revision
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
