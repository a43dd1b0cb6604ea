import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { StaticContent } from '../http/output/static-content.js';
import { keepAssets } from './earlier-assets.js';

/** The build of the web client; src and dist have the same depth. */
const CLIENT_DIR = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const IMMUTABLE = 'public, max-age=31536000, immutable';
const HTML = 'text/html; charset=utf-8';
/** The types of its files; others, such as source maps, are not served. */
const TYPES = new Map([
  ['.html', HTML],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);
/** As in the API, nothing is at a URL with an empty segment. */
const EMPTY_SEGMENT = /^[^?]*\/\//;
const SERVER_PATHS = /^\/(?:api|health|socket\.io|demo-identity|assets|media)(?:[/?]|$)/;

/** By the path of a page, the files of its screen; the build of the client writes it. */
const PAGE_FILES = 'pages.json';
const pageFilesSchema = z.record(z.string(), z.array(z.string()));

interface WebClientOptions {
  root?: string;
  /** Where the files of earlier builds are kept; undefined for nowhere. */
  store?: string;
  logger?: Pick<Logger, 'warn'>;
}

/**
 * Serves the built web client, and the hashed files of the builds before it. Names of files in `assets` contain a hash of their content, so
 * browsers cache them forever and revalidate only the page. Any other URL outside of the API is a
 * page of the client, which has its own router.
 */
export function serveWebClient(
  server: FastifyInstance,
  { root = CLIENT_DIR, store, logger }: WebClientOptions = {},
): void {
  if (!existsSync(root)) return;
  const files = filesIn(root);
  if (store !== undefined) addEarlier(files, root, store, logger);
  for (const [path, file] of files) {
    const caching = path.startsWith('/assets/') ? IMMUTABLE : 'no-cache';
    server.get(path, (request, reply) => send(file, request, reply, caching));
  }
  const servePage = (path: string, page: StaticContent | undefined) =>
    server.get(path, (request, reply) => {
      if (!page || !isPageRequest(request)) return reply.callNotFound();
      return send(page, request, reply, 'no-cache');
    });
  for (const [path, page] of pagesIn(root)) servePage(path, page);
  servePage('/*', files.get('/index.html'));
}

async function send(
  file: StaticContent,
  request: FastifyRequest,
  reply: FastifyReply,
  caching: string,
): Promise<FastifyReply> {
  return reply.header('cache-control', caching).send(await file.answer(request, reply));
}

/** By URL. All are read now, so that a later build of the client does not mix with this one. */
function filesIn(root: string): Map<string, StaticContent> {
  const files = new Map<string, StaticContent>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const type = TYPES.get(extname(entry.name));
    if (type === undefined || !entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const url = `/${relative(root, path).split(sep).join('/')}`;
    files.set(url, new StaticContent(type, () => bytes));
  }
  return files;
}

/** Adds the hashed files of the earlier builds, which older tabs still load. */
function addEarlier(
  files: Map<string, StaticContent>,
  root: string,
  store: string,
  logger: Pick<Logger, 'warn'> | undefined,
): void {
  const build = hash('sha256', readFileSync(join(root, 'index.html')), 'hex').slice(0, 16);
  try {
    for (const folder of keepAssets(store, build, join(root, 'assets'))) {
      for (const [url, file] of filesIn(folder)) {
        const path = `/assets${url}`;
        if (!files.has(path)) files.set(path, file);
      }
    }
  } catch (error) {
    // Without them tabs of the release before have to be reloaded, and say so.
    logger?.warn({ err: error }, 'files of earlier releases of the web client are not kept');
  }
}

/** The pages whose files are known. They name them, so that a browser loads all of them at once. */
function pagesIn(root: string): Map<string, StaticContent> {
  if (!existsSync(join(root, PAGE_FILES))) return new Map();
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const pages = pageFilesSchema.parse(JSON.parse(readFileSync(join(root, PAGE_FILES), 'utf8')));
  return new Map(
    Object.entries(pages).map(([path, files]) => {
      const links = files
        .filter((file) => file.endsWith('.js') && !html.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
      const page = html.replace('</head>', `${links.join('')}</head>`);
      return [path, new StaticContent(HTML, () => page)];
    }),
  );
}

function isPageRequest({ url, headers }: FastifyRequest): boolean {
  if (SERVER_PATHS.test(url) || EMPTY_SEGMENT.test(url)) return false;
  return (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
}
