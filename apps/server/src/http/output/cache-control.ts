import { Header } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { isServerPath } from '../routes/paths.js';

/** Sends `no-store` with every response of the server, except on routes with `Cacheable`. */
export function disableCaching(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isServerPath(request.routeOptions.url ?? ''))
      void reply.header('cache-control', 'no-store');
    done();
  });
}

/** Lets browsers and proxies cache the successful responses of a public route. */
export function Cacheable({ seconds = 0 } = {}): MethodDecorator {
  return Header('cache-control', seconds > 0 ? `public, max-age=${seconds}` : 'no-cache');
}
