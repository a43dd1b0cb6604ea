import { HttpException } from '@nestjs/common';
import { PROBLEMS, type ProblemCode } from '@portal/contracts/problem';
import { type Meaning, meaningOf } from '@portal/persistence/database-errors';
import { fullDiskOf } from '@portal/platform/full-disk';
import { ProblemException } from '../../problems/problem.js';

/**
 * Converts any thrown value to a problem. An error that is not known to be the client's fault is
 * `internal`.
 */
export function problemOf(error: unknown): ProblemException {
  if (error instanceof ProblemException) return error;
  // Nest wraps Fastify's errors; the cause has the code.
  if (error instanceof HttpException && error.cause instanceof Error) return problemOf(error.cause);
  const facts = factsOf(error);
  const known = DATABASE_ERRORS[meaningOf(error) ?? ''] ?? HTTP_ERRORS[facts.code ?? ''];
  if (known) return new ProblemException(known.code, known.detail);
  const fullDisk = fullDiskOf(error);
  if (fullDisk !== undefined) return new ProblemException('disk-full', fullDisk);
  const code = codeOfStatus(error instanceof HttpException ? error.getStatus() : facts.status);
  return new ProblemException(code, PROBLEMS[code].title);
}

type Known = { readonly code: ProblemCode; readonly detail: string };

const AWAY: Known = { code: 'unavailable', detail: 'The database cannot be reached' };

const DATABASE_ERRORS: Partial<Record<Meaning | '', Known>> = {
  away: AWAY,
  'too many connections': AWAY,
  'no free connection': {
    code: 'unavailable',
    detail: 'Too many requests use the database now; try again in a moment',
  },
  'no admin left': {
    code: 'conflict',
    detail: 'At least one active user must keep full access to all projects',
  },
  archived: {
    code: 'project-archived',
    detail: 'The project is archived, so it is read-only. Bring it back to change it',
  },
  locked: {
    code: 'busy',
    detail: 'Another change has locked this; try again in a moment',
  },
  // Reads have a time limit.
  'out of time': {
    code: 'unavailable',
    detail: 'The database takes too long now; try again in a moment',
  },
};

/** Stable error codes of Fastify and its plugins. */
const HTTP_ERRORS: Partial<Record<string, Known>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'malformed-json', detail: 'The body is not valid JSON' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'payload-too-large', detail: 'The body is too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported-media-type',
    detail: 'Send the body as application/json; upload files as multipart/form-data',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid-input',
    detail: 'The length of the body differs from its Content-Length',
  },
  FST_ERR_BAD_URL: { code: 'invalid-input', detail: 'The URL is not valid' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not-found', detail: 'There is nothing at this URL' },
  FST_REQ_FILE_TOO_LARGE: { code: 'payload-too-large', detail: 'The file is too large' },
  FST_FILES_LIMIT: { code: 'invalid-input', detail: 'Upload one file per request' },
  FST_PARTS_LIMIT: { code: 'invalid-input', detail: 'The form has too many parts' },
  FST_FIELDS_LIMIT: { code: 'invalid-input', detail: 'The form has too many fields' },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: 'unsupported-media-type',
    detail: 'The body must be multipart/form-data',
  },
};

const CODE_OF_STATUS: Partial<Record<number, ProblemCode>> = {
  400: 'invalid-input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  413: 'payload-too-large',
  414: 'invalid-input',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
};

function codeOfStatus(status: number | undefined): ProblemCode {
  if (status === undefined || status >= 500) return CODE_OF_STATUS[status ?? 500] ?? 'internal';
  return CODE_OF_STATUS[status] ?? 'invalid-input';
}

interface ErrorFacts {
  readonly code?: string;
  readonly status?: number;
}

function factsOf(error: unknown): ErrorFacts {
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('statusCode' in error &&
      typeof error.statusCode === 'number' && { status: error.statusCode }),
  };
}
