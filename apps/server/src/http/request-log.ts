import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

export const REQUEST_ID = 'x-request-id';

/**
 * Sends the request id with each response and logs one line per request. The line has the pattern
 * of the route, not the URL, which may contain codes and emails.
 */
export function logRequests(server: FastifyInstance, logger: Logger): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID, request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    logger.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
