import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '@portal/platform/config';
import type { FastifyInstance } from 'fastify';
import { ProblemException } from '../../problems/problem.js';
import { portalOrigins } from './portal-origin.js';

export const FOREIGN_PAGE =
  'A page of another origin sent this request; the portal accepts requests of its own pages, and of programs';

/** Whether a page of another origin sent a request with these headers. */
export type ForeignTest = (headers: IncomingHttpHeaders) => boolean;

/**
 * Browsers report the origin of the page, other programs report none. The portal is at its public
 * URL, and at the host that the browser asked for, such as that of a development server.
 */
export function foreignTest(config: Pick<Config, 'publicUrl'>): ForeignTest {
  const own = portalOrigins(config);
  return ({ origin, host, 'sec-fetch-site': site }) => {
    if (site === 'same-origin' || site === 'none') return false;
    // Without an origin: `cross-site` or `same-site`, or no browser.
    if (origin === undefined) return site !== undefined;
    return !own.includes(origin) && !isAtHost(origin, host);
  };
}

/**
 * Refuses every request but GET and HEAD that a page of another origin sent, before it is counted:
 * the page could use up the limits of the visitor's IP address.
 */
export function refuseForeignPages(server: FastifyInstance, config: Config): void {
  const isForeign = foreignTest(config);
  server.addHook('onRequest', ({ method, headers }, _reply, done) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead || !isForeign(headers)) done();
    else done(new ProblemException('forbidden', FOREIGN_PAGE));
  });
}

function isAtHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
