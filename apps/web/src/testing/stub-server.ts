import type { ProblemItem } from '@portal/contracts/problem';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { isOfThisTest, setWindowUrl } from './window';

/** A recorded request. */
export interface Call {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The client closed the connection before it had the response. */
  isCancelled: boolean;
}

export interface Reply {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

type Handler = (call: Call) => Reply | Promise<Reply>;

/** A real HTTP server in place of the portal's; each spec sets its responses. */
export class StubServer {
  readonly calls: Call[] = [];
  readonly #handlers = new Map<string, Handler>();
  readonly #sockets = new Set<Socket>();
  readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      // An attached Socket.IO server may handle this path.
      if (request.url?.startsWith('/socket.io')) return;
      void this.#answer(request, response).then(({ status = 200, json = {}, text, headers }) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          // By the timers of the test: Node's own would put back a browser whose test sets the date. A test
          // that replaces `Date.now` alone has a browser with a wrong clock.
          date: new Date().toUTCString(),
          ...headers,
        });
        response.end(text ?? JSON.stringify(json));
      });
    });
    this.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** Sets the response for `method path` (without query). */
  on(route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, handler: Handler): void {
    this.#handlers.set(route, handler);
  }

  /** The recorded requests of one route. */
  callsOf(route: string): Call[] {
    return this.calls.filter((call) => routeOf(call.method, call.url) === route);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    return `http://127.0.0.1:${address.port}/`;
  }

  async close(): Promise<void> {
    // The HTTP server does not close upgraded connections.
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  reset(): void {
    this.calls.length = 0;
    this.#handlers.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<Reply> {
    const { method = 'GET', url = '/', headers } = request;
    request.setEncoding('utf8');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (!isOfThisTest(headers)) return refusal('not-found', 404, 'A request of another test');
    const call: Call = { method, url, headers, body, isCancelled: false };
    this.calls.push(call);
    response.on('close', () => {
      call.isCancelled = !response.writableEnded;
    });
    const handler = this.#handlers.get(routeOf(method, url));
    return handler ? handler(call) : refusal('not-found', 404, 'No such route');
  }
}

/** An error response of the contract. */
export function refusal(
  code: string,
  status: number,
  detail: string,
  errors?: readonly ProblemItem[],
): Reply {
  const problem = { type: 'about:blank', title: detail, status, detail, code, instance: 'spec' };
  return { status, json: { ...problem, errors } };
}

/** A server for the specs of one file, at the window's origin. */
export function stubServer(): StubServer {
  const stub = new StubServer();
  beforeAll(async () => setWindowUrl(await stub.listen()));
  beforeEach(() => stub.reset());
  afterAll(() => stub.close());
  return stub;
}

function routeOf(method: string, url: string): string {
  return `${method} ${url.split('?')[0] ?? ''}`;
}
