import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The build of the web client; the same depth from src and from dist. */
const CLIENT_DIR = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const KEPT_FOR_EVER = 'public, max-age=31536000, immutable';
/** As in the API, nothing is at a URL with an empty segment. */
const EMPTY_SEGMENT = /^[^?]*\/\//;
const NOT_THE_CLIENT = /^\/(?:api|health|socket\.io|demo-identity|assets)(?:[/?]|$)/;

/**
 * Serves the built web client. File names below `assets` carry a hash of their content and may be
 * kept for ever; the page that names them is asked for anew each time. An address that is neither a
 * file nor the API's is a page of the client, which routes it itself.
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
      void reply.header('cache-control', isHashed ? KEPT_FOR_EVER : 'no-cache');
    },
  });
  server.get('/*', (request, reply) => {
    if (!isPageRequest(request)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}

function isPageRequest({ url, headers }: FastifyRequest): boolean {
  if (NOT_THE_CLIENT.test(url) || EMPTY_SEGMENT.test(url)) return false;
  return (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
}
