import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SlackMessage {
  /** The user who gets the direct message, or the ID or name of a channel. */
  readonly user: string;
  readonly text: string;
  /** That of the sender's metadata. */
  readonly id: string;
}

/** Speaks the part of Slack's API that the portal uses. */
export class SlackServer {
  readonly messages: SlackMessage[] = [];
  /** Ids by address. */
  readonly users = new Map<string, string>();
  /** Users who cannot be written to, with Slack's error. */
  readonly refused = new Map<string, string>();
  /** Channels that cannot be written to, with Slack's error. */
  readonly refusedChannels = new Map<string, string>();
  /** While it is a number of seconds, every request is answered 429. */
  retryAfter: number | undefined;
  /** Answers nothing but 503. */
  isDown = false;
  /** Resolves before a message is answered, and after it is taken. */
  taken: (message: SlackMessage) => Promise<void> | void = () => undefined;
  /** How many requests came. */
  requests = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then(async (body) => {
        this.requests++;
        if (this.isDown) return response.writeHead(503).end();
        if (this.retryAfter !== undefined) {
          return response.writeHead(429, { 'retry-after': String(this.retryAfter) }).end();
        }
        const answer = await this.#answer(request.url ?? '', new URLSearchParams(body));
        response.writeHead(200, { 'content-type': 'application/json' });
        return response.end(JSON.stringify(answer));
      });
    });
  }

  static async start(): Promise<SlackServer> {
    const slack = new SlackServer();
    await new Promise<void>((resolve) => slack.#server.listen(0, '127.0.0.1', resolve));
    return slack;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}/api/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(url: string, body: URLSearchParams): Promise<object> {
    switch (url) {
      case '/api/users.lookupByEmail': {
        const id = this.users.get(body.get('email') ?? '');
        return id === undefined
          ? { ok: false, error: 'users_not_found' }
          : { ok: true, user: { id } };
      }
      case '/api/conversations.open': {
        const user = body.get('users') ?? '';
        const error = this.refused.get(user);
        return error === undefined
          ? { ok: true, channel: { id: `D${user}` } }
          : { ok: false, error };
      }
      case '/api/chat.postMessage': {
        const id = /"id":"([^"]+)"/.exec(body.get('metadata') ?? '')?.[1] ?? '';
        const to = body.get('channel') ?? '';
        const error = this.refusedChannels.get(to);
        if (error !== undefined) return { ok: false, error };
        const message = {
          user: to.replace(/^DU/, 'U'),
          text: body.get('text') ?? '',
          id,
        };
        this.messages.push(message);
        await this.taken(message);
        return { ok: true, ts: String(this.messages.length) };
      }
      default:
        return { ok: false, error: 'unknown_method' };
    }
  }
}
