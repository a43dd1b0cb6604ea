import type { ProblemItem } from '@portal/contracts/problem';
import type { FastifyInstance } from 'fastify';
import { isServerPath } from '../routes/paths.js';
import { invalidUrl } from '../../problems/invalid-url.js';

const MAX_NAMED = 20;

/**
 * Refuses a query with invalid percent-encoding, as the router does for a path; otherwise the raw
 * text would be parsed. Pages of the web client parse their own query.
 */
export function refuseUnreadableQueries(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const start = request.url.indexOf('?');
    const errors = start < 0 ? [] : unreadableIn(request.url.slice(start + 1));
    if (errors.length === 0 || !isServerPath(request.routeOptions.url ?? '')) done();
    else done(invalidUrl(errors));
  });
}

function unreadableIn(query: string): ProblemItem[] {
  if (!query.includes('%') || decoded(query) !== null) return [];
  return query
    .split('&')
    .filter((pair) => decoded(pair) === null)
    .slice(0, MAX_NAMED)
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return { pointer: decoded(name) ?? name, detail: 'is not percent-encoded UTF-8' };
    });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
