import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { FORM_PATH, UPLOAD_PATH } from '../routes/paths.js';
import { ProblemException } from '../../problems/problem.js';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_PATHS: Readonly<Record<string, string>> = {
  [FORM_TYPE]: FORM_PATH,
  'multipart/form-data': UPLOAD_PATH,
};

export const MAX_BODY_BYTES = 1024 * 1024;
/** Limit of the body on public routes. */
const MAX_PUBLIC_BODY_BYTES = 16 * 1024;

/**
 * Refuses compressed bodies, and forms on routes that take none, by the headers of the request
 * alone. No call needs a compressed body: only uploads are large, and an upload may itself be a .gz
 * file.
 */
export function refuseUnsupportedBodies(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
  server.addHook('onRoute', (route) => {
    if (route.config?.access?.rule.kind === 'anyone') route.bodyLimit = MAX_PUBLIC_BODY_BYTES;
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (isCompressed(request)) done(compressedBody());
    else done(misplacedForm(request));
  });
}

function isCompressed({ headers }: FastifyRequest): boolean {
  const { 'content-encoding': encoding = 'identity' } = headers;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && encoding.trim().toLowerCase() !== 'identity';
}

function compressedBody(): ProblemException {
  return new ProblemException(
    'unsupported-media-type',
    'Send the body without a Content-Encoding; an uploaded file may itself be compressed (.gz)',
  );
}

/** On other routes a form would be parsed and ignored. */
function misplacedForm({ headers, routeOptions }: FastifyRequest): Error | undefined {
  const type = headers['content-type']?.toLowerCase();
  const form = type && Object.keys(FORM_PATHS).find((known) => type.startsWith(known));
  if (!form || FORM_PATHS[form] === routeOptions.url) return undefined;
  return new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(form);
}
