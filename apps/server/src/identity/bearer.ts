import type { FastifyRequest } from 'fastify';

/** The bearer token of a request; undefined without one. */
export function bearerIn({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
