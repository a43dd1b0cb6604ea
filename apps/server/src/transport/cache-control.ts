import { Header } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { isServerPath } from './paths.js';

/** Has nothing kept by browsers and proxies of what the server answers, unless a route is `ForCaches`. */
export function disableCaching(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isServerPath(request.routeOptions.url ?? ''))
      void reply.header('cache-control', 'no-store');
    done();
  });
}

/** Says of a route that what it answers, unless that is a problem, is for everybody and may be kept. */
export function Cacheable({ seconds = 0 } = {}): MethodDecorator {
  return Header('cache-control', seconds > 0 ? `public, max-age=${seconds}` : 'no-cache');
}
