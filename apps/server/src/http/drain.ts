import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { onResponseClose } from './response-close.js';

/**
 * A proxy sends this header with this value if it repeats a GET that gets 504 at another server, and
 * does not choose this server for a while. The server sends 504 for no other reason.
 */
const RETRY_HEADER = 'x-portal-retry';
const RETRY_STATUS = 504;

/** A proxy sends its request within milliseconds after it has connected. */
const FIRST_REQUEST_MS = 250;

/** A connection that has had a request. */
interface Served {
  running: number;
  /** At the end of the last request and its response: more bytes are a request that is just arriving. */
  bytesRead: number;
}

/**
 * Stops the server without failing a request. First `announce` reports that the server is not ready,
 * so that load balancers stop choosing it: by `/health/ready`, and by each GET that the proxy repeats
 * at another server. A proxy that still chose it when it closes could lose a request. Then the server
 * closes as soon as the running requests have responses; each response closes its connection, which
 * the client would otherwise keep alive. A new connection without a request may be a proxy's, whose
 * request is about to arrive, or one that a browser opened in advance: it is destroyed if no request
 * arrives in time. Node treats such a connection as busy, and since version 26 as idle, so that this
 * class decides which connections are idle.
 */
@Injectable()
export class Drain implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly unused = new Set<Duplex>();
  private readonly served = new Map<Socket, Served>();
  private readonly webSockets = new Set<Duplex>();
  private isStopping = false;
  private isClosing = false;

  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  /** Call this before the server listens. */
  attachTo(server: FastifyInstance): void {
    server.server.on('connection', (socket: Socket) => {
      remember(this.unused, socket);
      if (this.isClosing) this.closeIfUnused([socket]);
    });
    // Called by Node and by Fastify when the server closes.
    server.server.closeIdleConnections = () => this.closeIdle();
    server.server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
      this.unused.delete(socket);
      if (this.isClosing || (this.isStopping && isRepeatable(request))) socket.destroy();
      else remember(this.webSockets, socket);
    });
    server.addHook('onRequest', (request, reply, done) => {
      if (!this.isStopping || !isRepeatable(request)) return done();
      void reply.code(RETRY_STATUS).type('text/plain').send('The server is stopping');
    });
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (this.isStopping) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** Socket.IO, which has begun by now, hides its requests from earlier listeners. */
  onApplicationBootstrap(): void {
    const { server } = this.host.httpAdapter.getInstance();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.unused.delete(request.socket);
      this.follow(request, response);
    });
  }

  /** Whether the server is going to stop. */
  get hasBegun(): boolean {
    return this.isStopping;
  }

  /**
   * Reports that the server is not ready, and serves requests for `seconds` more. WebSockets are closed
   * first: a proxy that chooses the server with the fewest connections would otherwise begin to choose
   * this one when it closes.
   */
  async announce(seconds: number): Promise<void> {
    this.isStopping = true;
    this.closeWebSockets();
    await pause(seconds * 1000);
  }

  /** Runs before Socket.IO closes, because Socket.IO waits for all connections of the server. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    this.isClosing = true;
    this.closeIfUnused([...this.unused]);
    this.closeWebSockets();
  }

  private follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const served = this.served.get(socket) ?? { running: 0, bytesRead: 0 };
    if (!this.served.has(socket)) {
      this.served.set(socket, served);
      socket.once('close', () => this.served.delete(socket));
    }
    served.running += 1;
    const note = (): void => {
      served.bytesRead = socket.bytesRead;
    };
    onResponseClose(response, () => {
      served.running -= 1;
      note();
      // Refused early, it may have a body that is still arriving.
      if (!request.complete) request.once('end', note);
    });
  }

  private closeIdle(): void {
    for (const [socket, { running, bytesRead }] of this.served) {
      if (running === 0 && bytesRead === socket.bytesRead) socket.destroy();
    }
  }

  private closeWebSockets(): void {
    for (const socket of this.webSockets) socket.destroy();
  }

  private closeIfUnused(sockets: readonly Duplex[]): void {
    setTimeout(() => {
      for (const socket of sockets) if (this.unused.has(socket)) socket.destroy();
    }, FIRST_REQUEST_MS);
  }
}

function isRepeatable({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers[RETRY_HEADER] === String(RETRY_STATUS);
}

function remember(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}
