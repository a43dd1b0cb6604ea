import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Closes the server as soon as the running requests have responses. Each response then closes its
 * connection, which the client would otherwise keep alive. Node treats a new connection without a
 * request as busy, and browsers open such connections in advance: they are destroyed.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private readonly unused = new Set<Socket>();
  private isClosing = false;

  /** Call this before the server listens. */
  watch(server: FastifyInstance): void {
    server.server.on('connection', (socket: Socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    server.server.on('request', ({ socket }: IncomingMessage) => this.unused.delete(socket));
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (this.isClosing) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** Runs before Socket.IO closes, because Socket.IO waits for all connections of the server. */
  beforeApplicationShutdown(): void {
    this.isClosing = true;
    for (const socket of this.unused) socket.destroy();
  }
}
