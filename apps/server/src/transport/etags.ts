import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemException } from '../problems/problem.js';

interface Versioned {
  readonly version: string | number;
}

/** The strong entity tag of a version. */
export function etagOf({ version }: Versioned): string {
  return `"${version}"`;
}

/** Sends the item with its `ETag`. */
export function tagged<T extends Versioned>(reply: FastifyReply, item: T): T {
  void reply.header('etag', etagOf(item));
  return item;
}

/**
 * Sends `content` with its `ETag`, or 304 without content when `If-None-Match` names the tag.
 * @returns the value for the handler to return
 */
export function unlessHeld<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  content: T,
): T | undefined {
  void reply.header('etag', etag);
  const held = request.headers['if-none-match'];
  if (held === undefined || !namesTag(held, etag)) return content;
  void reply.code(304);
  return undefined;
}

/**
 * Refuses a change when `If-Match` names another version than the stored one.
 * @param values the fields that the client sent
 * @throws {ProblemException} `conflict` with the stored and the sent value of each field
 */
export function refuseStale(
  stored: Versioned & Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
  ifMatch: string | undefined,
): void {
  if (ifMatch === undefined || namesTag(ifMatch, etagOf(stored))) return;
  throw new ProblemException(
    'conflict',
    'It has been changed by somebody else since you read it',
    Object.entries(values).map(([name, sent]) => ({
      pointer: `/${name}`,
      detail: `is ${JSON.stringify(stored[name])} by now, you sent ${JSON.stringify(sent)}`,
      stored: stored[name],
      sent,
    })),
  );
}

/** Whether the header names the tag: by RFC 9110's weak comparison, since proxies weaken tags. */
function namesTag(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => weak(tag.trim()));
  return tags.includes('*') || tags.includes(weak(etag));
}

function weak(tag: string): string {
  return tag.replace(/^W\//, '');
}
