import type { FastifyRequest } from 'fastify';

/** The token that a request comes with; undefined without one. */
export function bearerIn({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
