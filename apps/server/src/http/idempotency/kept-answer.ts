import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import type { KeptAnswer } from '@portal/persistence/idempotency-keys';
import type { FastifyReply } from 'fastify';

/** The headers that belong to an answer; the others are made anew. */
export const KEPT_HEADERS: readonly string[] = [
  'content-type',
  'location',
  'etag',
  AUDIT_GROUP_HEADER,
];

/**
 * What to keep of an answer that is being sent. Undefined for an error that may not come again, and
 * for an answer of more than `maxBytes`.
 */
export function keptAnswerOf(
  reply: FastifyReply,
  payload: unknown,
  maxBytes: number,
): KeptAnswer | undefined {
  const { statusCode: status } = reply;
  if (isPassing(reply) || !fits(payload, maxBytes)) return undefined;
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return { status, headers, body: payload ?? null };
}

/** An error may also be due to a client that has gone away. */
function isPassing(reply: FastifyReply): boolean {
  const { statusCode: status, raw } = reply;
  return status >= 500 || reply.hasHeader('retry-after') || (status >= 400 && raw.destroyed);
}

function fits(payload: unknown, maxBytes: number): payload is string | null | undefined {
  if (typeof payload === 'string') return Buffer.byteLength(payload) <= maxBytes;
  return payload === null || payload === undefined;
}
