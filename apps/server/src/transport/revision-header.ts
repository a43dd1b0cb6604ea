import type { FastifyReply } from 'fastify';
import type { ResponseOptions } from '../openapi/api-operation.js';

const NAME = 'x-revision';

/** The header, for the `ApiResponse` of a route. */
export const REVISION_HEADER = {
  [NAME]: 'Revision of the project; the response includes all changes up to this one',
};

/** Options of the `ApiResponse` of a route that sends only this header. */
export const REVISED: ResponseOptions = { headers: REVISION_HEADER };

export function sendRevision(reply: FastifyReply, revision: number): void {
  void reply.header(NAME, revision);
}

/** Sends the content with its revision as a header. */
export function revised<T extends { readonly revision: number }>(
  reply: FastifyReply,
  content: T,
): T {
  sendRevision(reply, content.revision);
  return content;
}
