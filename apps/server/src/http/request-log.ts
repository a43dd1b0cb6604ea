import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { TrustProxy } from './origin/client-ip.js';

export const REQUEST_ID = 'x-request-id';
const GIVEN_ID = /^[\w-]{16,64}$/;

/** The id that a trusted proxy has given the request and written into its own log; else a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trust: TrustProxy): string {
  const given = headers[REQUEST_ID];
  const isGiven = typeof given === 'string' && GIVEN_ID.test(given);
  return isGiven && trust(socket.remoteAddress ?? '', 0) ? given : randomUUID();
}

/**
 * Sends the request id with each response and logs one line per request. The line has the pattern
 * of the route, not the URL, which may contain codes and emails, and the user by id.
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
        userId: request.caller?.userId,
        ip: request.ip,
      },
      'request',
    );
    done();
  });
}
