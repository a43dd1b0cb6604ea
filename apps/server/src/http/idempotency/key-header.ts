import { IDEMPOTENCY_KEY_HEADER, MAX_IDEMPOTENCY_KEY_LENGTH } from '@portal/contracts/idempotency';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../../problems/problem.js';

const HEADER = 'Idempotency-Key';
const KEY = new RegExp(`^[\\x20-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`);
/** A string of structured fields (RFC 9651), which the draft of the header asks for. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/**
 * The key of the request, as it is or in quotes; undefined without one.
 * @throws {ProblemException} `invalid-input` that names the header
 */
export function keyOf({ headers, raw }: FastifyRequest): string | undefined {
  if (headers[IDEMPOTENCY_KEY_HEADER] === undefined) return undefined;
  const [value = '', ...more] = raw.headersDistinct[IDEMPOTENCY_KEY_HEADER] ?? [];
  if (more.length > 0) throw invalidKey('must be given only once');
  const key = QUOTED.exec(value)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? value;
  if (KEY.test(key)) return key;
  throw invalidKey(`must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters`);
}

export function invalidKey(detail: string): ProblemException {
  return new ProblemException('invalid-input', `The header ${HEADER} ${detail}`, [
    { pointer: HEADER, detail },
  ]);
}
