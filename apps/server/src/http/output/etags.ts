import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody, ResponseOptions } from '../routes/api-operation.js';
import { ProblemException } from '../../problems/problem.js';

interface Versioned {
  readonly version: string | number;
}

/** Options of the `ApiResponse` of an item that is sent with its `ETag`. */
export const VERSIONED: ResponseOptions = { headers: { etag: 'The version of the item' } };

/** The second `ApiResponse` of an item that is read with its `ETag`. */
export const UNCHANGED: [string, ResponseBody, ResponseOptions] = [
  'Not modified: the ETag in If-None-Match is the version of the item',
  null,
  { status: 304 },
];

/** The header of an `ApiRequest` that changes an item. */
export const IF_MATCH = { 'if-match': 'The version that is meant; a later one is a conflict' };

/**
 * The version of an item: a hash of its visible values, so it changes exactly when a reader would see
 * a difference.
 * @param values in a fixed order
 */
export function versionOf(values: Readonly<Record<string, unknown>>): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22);
}

/** The item with its version. */
export function versioned<T extends Readonly<Record<string, unknown>>>(
  item: T,
): T & { version: string } {
  return { ...item, version: versionOf(item) };
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

/** Sends a read item with its `ETag`, or 304 when `If-None-Match` names its version. */
export function taggedUnlessHeld<T extends Versioned>(
  request: FastifyRequest,
  reply: FastifyReply,
  item: T,
): T | undefined {
  return unlessHeld(request, reply, etagOf(item), item);
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
 * @param pointerOf the pointer of a field; by default, in the body
 * @throws {ProblemException} `conflict` with the stored and the sent value of each field
 */
export function refuseStale(
  stored: Versioned & Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
  ifMatch: string | undefined,
  pointerOf = (name: string): string => `/${name}`,
): void {
  if (ifMatch === undefined || namesTag(ifMatch, etagOf(stored))) return;
  throw new ProblemException(
    'conflict',
    'It has been changed by somebody else since you read it',
    Object.entries(values).map(([name, sent]) => ({
      pointer: pointerOf(name),
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
