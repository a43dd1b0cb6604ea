interface HeldAnswer {
  readonly tag: string;
  readonly body: string;
}

const MAX_HELD = 20;

/**
 * The last answers that came with an `ETag`, by address, in this tab's memory alone: the browser is
 * told to store none. Asked for again by its tag, an answer that still stands is not sent anew.
 */
export class HeldAnswers {
  readonly #held = new Map<string, HeldAnswer>();

  get(url: string): HeldAnswer | undefined {
    return this.#held.get(url);
  }

  /** The body that a response stands for. @param asked what the request named by its tag */
  async bodyOf(url: string, response: Response, asked: HeldAnswer | undefined): Promise<string> {
    const body = response.status === 304 && asked ? asked.body : await response.text();
    const tag = response.headers.get('etag');
    this.#held.delete(url);
    if (tag !== null) this.#hold(url, { tag, body });
    return body;
  }

  #hold(url: string, answer: HeldAnswer): void {
    this.#held.set(url, answer);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_HELD && oldest !== undefined) this.#held.delete(oldest);
  }
}
