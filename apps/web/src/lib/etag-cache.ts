interface CachedResponse {
  readonly etag: string;
  readonly body: string;
}

const MAX_RESPONSES = 20;

/**
 * Cache of the last responses with an `ETag`, by URL, in the memory of this tab: the server forbids
 * the browser to store responses. A request with the ETag gets 304 if nothing changed.
 */
export class EtagCache {
  readonly #responses = new Map<string, CachedResponse>();

  get(url: string): CachedResponse | undefined {
    return this.#responses.get(url);
  }

  /**
   * The body of a response, from the cache for a 304.
   * @param cached the cached response whose ETag was sent
   */
  async bodyOf(url: string, response: Response, cached?: CachedResponse): Promise<string> {
    const body = response.status === 304 && cached ? cached.body : await response.text();
    const etag = response.headers.get('etag');
    this.#responses.delete(url);
    if (etag !== null) this.#store(url, { etag, body });
    return body;
  }

  #store(url: string, response: CachedResponse): void {
    this.#responses.set(url, response);
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > MAX_RESPONSES && oldest !== undefined)
      this.#responses.delete(oldest);
  }
}
