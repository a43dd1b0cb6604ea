import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { FORM_PATH, UPLOAD_PATH } from './paths.js';
import { ProblemException } from '../problems/problem.js';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_PATHS: Readonly<Record<string, string>> = {
  [FORM_TYPE]: FORM_PATH,
  'multipart/form-data': UPLOAD_PATH,
};

export const MAX_BODY_BYTES = 1024 * 1024;
/** Of a body that somebody sends who need not be known. */
const MAX_PUBLIC_BODY_BYTES = 16 * 1024;

/**
 * Refuses a body, by the headers of its request alone, that is packed or a form where none is taken.
 * No call needs a packed one: only files are large, and those may be packed themselves.
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

/** Of a request whose body is still to come. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isCompressed(request: FastifyRequest): boolean {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  return encoding.trim().toLowerCase() !== 'identity' && hasBody(request);
}

function compressedBody(): ProblemException {
  return new ProblemException(
    'unsupported-media-type',
    'Bodies are sent without a Content-Encoding; a file to upload may be packed itself, as .gz',
  );
}

/** Anywhere else a form would be read, and nothing of it taken. */
function misplacedForm({ headers, routeOptions }: FastifyRequest): Error | undefined {
  const type = headers['content-type']?.toLowerCase();
  const form = type && Object.keys(FORM_PATHS).find((known) => type.startsWith(known));
  if (!form || FORM_PATHS[form] === routeOptions.url) return undefined;
  return new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(form);
}
