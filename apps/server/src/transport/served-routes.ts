import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

interface ServedRoute {
  readonly method: string;
  /** As the router knows it. */
  readonly url: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    servedRoutes: ServedRoutes;
  }
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const;

/**
 * Which methods an address takes. The server's own router answers for one method at a time, so a
 * second one of the same make is kept beside it, and asked only when that one has found nothing.
 */
export class ServedRoutes {
  readonly list: ServedRoute[] = [];
  private readonly router;

  constructor(options: { ignoreTrailingSlash: boolean; maxParamLength: number }) {
    this.router = findMyWay(options);
  }

  /** Must come before the first route. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ method, url }) => {
      // A page of the web client may be anywhere; that makes no address the API's.
      if (url.includes('*')) return;
      for (const known of METHODS.filter((one) => [method].flat().includes(one))) {
        // A route with and one without the last slash are one.
        if (this.router.hasRoute(known, url)) continue;
        this.list.push({ method: known, url });
        this.router.on(known, url, () => undefined);
      }
    });
  }

  /** In alphabetical order; empty when there is nothing at the address. */
  methodsAt(path: string): string[] {
    return METHODS.filter((method) => {
      const found = this.router.find(method, path);
      // The router takes an empty part for a parameter, where the server finds nothing.
      return found !== null && !Object.values(found.params).includes('');
    });
  }
}
