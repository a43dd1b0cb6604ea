import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Refuses what has no route before its body is read, as Nest does after it: by its own exception,
 * which the filter answers with the methods that the address takes, if any.
 */
export function refuseUnknownRoutes(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || hasEmptyPart(request)) done(new NotFoundException());
    else done();
  });
}

/** To the router a part of the path may be empty where a route has a parameter. */
function hasEmptyPart({ params }: FastifyRequest): boolean {
  if (typeof params !== 'object' || params === null) return false;
  return Object.entries(params).some(([name, value]) => value === '' && name !== '*');
}
