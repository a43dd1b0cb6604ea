import type { FastifyInstance } from 'fastify';
import { ProblemException } from '../../problems/problem.js';

/** Longest URL (path and query) that reaches a route, in bytes. */
const MAX_URL_BYTES = 32 * 1024;

/** Most bytes of URL and headers that the HTTP parser reads; beyond, it refuses the request. */
export const MAX_HEAD_BYTES = 2 * MAX_URL_BYTES;

const TOO_LONG = `The URL is longer than ${MAX_URL_BYTES / 1024} KiB`;

/** Refuses URLs that are too long: 414. */
export function refuseLongUrls(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    // Node accepts only ASCII in a URL.
    const { url = '' } = request.raw;
    if (url.length <= MAX_URL_BYTES) return;
    const hint = url.includes('member_emails=') ? `${TOO_LONG}; ${USE_POD_NAME}` : TOO_LONG;
    throw new ProblemException('url-too-long', hint);
  });
}

/** What to do about a list of emails that is too long for a URL. */
export const USE_POD_NAME = 'use pod_name to select all users of a pod instead of member_emails';
