import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '@portal/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

interface LogFacts {
  /** Why the request was refused. */
  readonly problem?: ProblemCode;
  /** The user of a sign-in, a refresh or a sign-out, which has no caller. */
  readonly userId?: number;
  /** The session that it opened, renewed or ended. */
  readonly sessionId?: string;
}

const facts = new WeakMap<FastifyRequest, LogFacts>();

/** What the line of the request says beside the request itself. */
export function addToLog(request: FastifyRequest, added: LogFacts): void {
  facts.set(request, { ...facts.get(request), ...added });
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
        sessionId: request.caller?.sessionId ?? undefined,
        ...facts.get(request),
        ip: request.ip,
      },
      'request',
    );
    done();
  });
}
