import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Refuses a request without a route before its body is read. Throws Nest's own exception; the
 * filter adds the methods that the URL accepts.
 */
export function refuseUnknownRoutes(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || hasEmptyPart(request)) done(new NotFoundException());
    else done();
  });
}

/** The router accepts an empty segment as a parameter. */
function hasEmptyPart({ params }: FastifyRequest): boolean {
  if (typeof params !== 'object' || params === null) return false;
  return Object.entries(params).some(([name, value]) => value === '' && name !== '*');
}
