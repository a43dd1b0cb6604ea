import type { FastifyInstance } from 'fastify';

/**
 * While the server closes, each answer ends its connection: a client that keeps it alive would
 * otherwise keep the server, which waits for connections that were busy when it began to close.
 */
export function endConnectionsWhenClosing(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}
