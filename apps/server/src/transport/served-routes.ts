import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

interface ServedRoute {
  readonly method: string;
  /** The URL pattern in the router. */
  readonly url: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    servedRoutes: ServedRoutes;
  }
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const;

/**
 * Finds the methods that a path accepts. The router of the server finds routes for one method only,
 * so a second router of the same kind is asked after the first has found nothing.
 */
export class ServedRoutes {
  readonly list: ServedRoute[] = [];
  private readonly router;

  constructor(options: { ignoreTrailingSlash: boolean; maxParamLength: number }) {
    this.router = findMyWay(options);
  }

  /** Call this before the first route is registered. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ method, url }) => {
      // A catch-all page of the web client does not make a path part of the API.
      if (url.includes('*')) return;
      for (const known of METHODS.filter((one) => [method].flat().includes(one))) {
        // Routes with and without a trailing slash are the same.
        if (this.router.hasRoute(known, url)) continue;
        this.list.push({ method: known, url });
        this.router.on(known, url, () => undefined);
      }
    });
  }

  /** In alphabetical order; empty if no route matches the path. */
  methodsAt(path: string): string[] {
    return METHODS.filter((method) => {
      const found = this.router.find(method, path);
      // The router accepts an empty segment as a parameter; the server does not.
      return found !== null && !Object.values(found.params).includes('');
    });
  }
}
