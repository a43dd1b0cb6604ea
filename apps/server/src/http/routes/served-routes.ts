import type { FastifyInstance } from 'fastify';

interface ServedRoute {
  readonly method: string;
  readonly url: string;
  readonly pattern: RegExp;
}

declare module 'fastify' {
  interface FastifyInstance {
    servedRoutes: ServedRoutes;
  }
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const;

/** Finds the methods that a path accepts: the router finds routes for one method only. */
export class ServedRoutes {
  readonly list: ServedRoute[] = [];

  /** Call this before the first route is registered. */
  attachTo(server: FastifyInstance): void {
    server.addHook('onRoute', ({ method, url }) => {
      // A catch-all page of the web client does not make a path part of the API.
      if (url.includes('*')) return;
      const methods = METHODS.filter((known) => [method].flat().includes(known));
      this.list.push(...methods.map((known) => ({ method: known, url, pattern: patternOf(url) })));
    });
  }

  /** In alphabetical order; empty if no route matches the path. */
  methodsAt(url: string): string[] {
    const [path = ''] = url.split('?');
    const routes = this.list.filter(({ pattern }) => pattern.test(path));
    return METHODS.filter((known) => routes.some(({ method }) => method === known));
  }
}

/** Parameters match anything but an empty segment; a slash at the end does not count. */
function patternOf(url: string): RegExp {
  const path = url.replace(/\/$/, '').replaceAll('.', String.raw`\.`);
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`);
}
