import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Receives webhooks, as a team's own server would. */
export class Receiver {
  readonly calls: Call[] = [];
  /** Resolves before a call is answered with 204, and after it is taken. */
  taken: () => Promise<void> | void = () => undefined;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then(async (body) => {
        this.calls.push({ headers: request.headers, body });
        await this.taken();
        response.writeHead(204).end();
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    return `http://127.0.0.1:${port}/hook`;
  }

  /** The ids of the calls, in their order. */
  get ids(): string[] {
    return this.calls.map(({ headers }) => String(headers['webhook-id']));
  }

  /**
   * The contents of the calls.
   * @throws {WebhookVerificationError} if one of them is not signed with the secret
   */
  verified(secret: string): unknown[] {
    return this.calls.map(({ headers, body }) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const given = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
      return new Webhook(secret).verify(body, given);
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
