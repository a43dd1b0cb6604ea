import type { Stamp } from '@portal/contracts/stamp';
import type { FastifyReply } from 'fastify';
import type { ResponseOptions } from '../routes/api-operation.js';

const EPOCH = 'x-epoch';
const REVISION = 'x-revision';

/** The headers, for the `ApiResponse` of a route. */
export const STAMP_HEADERS = {
  [REVISION]: 'Revision of the project; the response includes all changes up to this one',
  [EPOCH]: 'Revisions are compared within one epoch; another one means a restored database',
};

/** Options of the `ApiResponse` of a route that sends only these headers. */
export const STAMPED: ResponseOptions = { headers: STAMP_HEADERS };

export function sendStamp(reply: FastifyReply, { epoch, revision }: Stamp): void {
  void reply.header(EPOCH, epoch).header(REVISION, revision);
}

/** Sends the content with its stamp as headers. */
export function stamped<T extends Stamp>(reply: FastifyReply, content: T): T {
  sendStamp(reply, content);
  return content;
}
