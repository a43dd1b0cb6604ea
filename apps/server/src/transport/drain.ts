import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a closing server end as soon as the requests under way are answered. Each answer ends its
 * connection, which its client would otherwise keep alive. To Node a connection on which nothing
 * was asked yet is a busy one, and browsers open such in advance: they are cut.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private readonly unused = new Set<Socket>();
  private isClosing = false;

  /** To be called before the server listens. */
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

  /** Before Socket.IO closes, which waits for every connection of the server. */
  beforeApplicationShutdown(): void {
    this.isClosing = true;
    for (const socket of this.unused) socket.destroy();
  }
}
