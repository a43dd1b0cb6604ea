import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The build of the web client; src and dist have the same depth. */
const CLIENT_DIR = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** As in the API, nothing is at a URL with an empty segment. */
const EMPTY_SEGMENT = /^[^?]*\/\//;
const SERVER_PATHS = /^\/(?:api|health|socket\.io|demo-identity|assets)(?:[/?]|$)/;

/**
 * Serves the built web client. Names of files in `assets` contain a hash of their content, so
 * browsers cache them forever and revalidate only the page. Any other URL outside of the API is a
 * page of the client, which has its own router.
 */
export async function serveWebClient(server: FastifyInstance, root = CLIENT_DIR): Promise<void> {
  if (!existsSync(root)) return;
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    cacheControl: false,
    globIgnore: ['**/*.map', 'types/**'],
    setHeaders(reply, path) {
      const isHashed = path.startsWith(`${root}assets/`);
      void reply.header('cache-control', isHashed ? IMMUTABLE : 'no-cache');
    },
  });
  server.get('/*', (request, reply) => {
    if (!isPageRequest(request)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}

function isPageRequest({ url, headers }: FastifyRequest): boolean {
  if (SERVER_PATHS.test(url) || EMPTY_SEGMENT.test(url)) return false;
  return (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
}
