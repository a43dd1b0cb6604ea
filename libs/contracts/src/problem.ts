import { z } from 'zod';

/**
 * Stable error codes, each with its HTTP `status`. The same request may succeed later where
 * `retryAfter` gives the seconds to wait; `Retry-After` has them, unless the server knows better.
 */
export const PROBLEMS = {
  'invalid-input': { status: 400, title: 'The request is not valid' },
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  unauthenticated: { status: 401, title: 'Sign in to continue' },
  'token-expired': { status: 401, title: 'The access token has expired' },
  'invalid-code': { status: 401, title: 'The sign-in code was not accepted' },
  'invalid-refresh-token': { status: 401, title: 'The refresh token was not accepted' },
  'refresh-token-reused': { status: 401, title: 'The refresh token was used before' },
  'email-not-verified': { status: 403, title: 'The Google account has no verified email' },
  forbidden: { status: 403, title: 'You may not do this' },
  'not-found': { status: 404, title: 'Resource not found' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  'request-timeout': { status: 408, title: 'The request took too long to come' },
  busy: { status: 409, title: 'Another change has locked this', retryAfter: 5 },
  conflict: { status: 409, title: 'The request conflicts with what is stored' },
  'task-claimed': { status: 409, title: 'Another reviewer has claimed the task' },
  'task-not-waiting': { status: 409, title: 'The task does not wait for a review' },
  'claim-limit': { status: 409, title: 'You have claimed as many tasks as the project allows' },
  'project-archived': { status: 409, title: 'The project is archived' },
  'import-not-cancellable': { status: 409, title: 'The import has already ended' },
  'import-not-undoable': { status: 409, title: 'The import cannot be undone' },
  'import-changed-since': { status: 409, title: 'Tasks have changed since the import' },
  'import-not-repeatable': { status: 409, title: 'The import cannot run again' },
  'idempotency-key-in-use': {
    status: 409,
    title: 'The first request with this key still runs',
    retryAfter: 2,
  },
  'idempotency-answer-lost': { status: 409, title: 'This was done, but its answer was not kept' },
  'cursor-expired': { status: 410, title: 'The changes since then are no longer known' },
  'payload-too-large': { status: 413, title: 'The content is too large' },
  'url-too-long': { status: 414, title: 'The URL is too long' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'idempotency-key-reused': { status: 422, title: 'Another request has this key' },
  'query-failed': { status: 422, title: 'The query failed' },
  'query-timeout': { status: 422, title: 'The query took too long' },
  'query-too-large': { status: 422, title: 'The result is too large' },
  'too-broad': { status: 422, title: 'The list takes too long' },
  'query-cancelled': { status: 409, title: 'The query was cancelled' },
  'headers-too-large': { status: 431, title: 'The URL and headers are too large' },
  'import-failed': { status: 422, title: 'The import failed' },
  'too-many-items': { status: 422, title: 'Too many items for one request' },
  'too-many-connections': { status: 429, title: 'Too many open connections', retryAfter: 10 },
  'too-many-imports': { status: 429, title: 'Too many imports have not ended', retryAfter: 10 },
  'too-many-requests': { status: 429, title: 'Too many requests', retryAfter: 10 },
  internal: { status: 500, title: 'Something went wrong' },
  'identity-provider-unavailable': { status: 502, title: 'Google could not be reached' },
  'disk-full': { status: 507, title: 'A disk of the portal is full', retryAfter: 60 },
  unavailable: { status: 503, title: 'The service is not ready', retryAfter: 5 },
} as const satisfies Record<string, { status: number; title: string; retryAfter?: number }>;

export type ProblemCode = keyof typeof PROBLEMS;
export const problemCodeSchema = z.literal(Object.keys(PROBLEMS).filter(isProblemCode));

/** The default of `Retry-After` in seconds; null where trying again does not help. */
export function retryAfterOf(code: ProblemCode): number | null {
  const problem = PROBLEMS[code];
  return 'retryAfter' in problem ? problem.retryAfter : null;
}

function isProblemCode(code: string): code is ProblemCode {
  return code in PROBLEMS;
}

/**
 * One error in the input; `pointer` is a JSON pointer or the name of a parameter. For an edit
 * conflict: the `stored` value and the value that was `sent`. For a query: the `position` in its
 * text, in UTF-16 units from 1. For a request about many items: the id of the `item`.
 */
export const problemItemSchema = z.object({
  pointer: z.string(),
  detail: z.string(),
  stored: z.unknown().optional(),
  sent: z.unknown().optional(),
  item: z.string().optional(),
  position: z.number().int().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
});
export type ProblemItem = z.infer<typeof problemItemSchema>;

/** The import that failed, and how many of its rows have errors and warnings. */
const failedImportSchema = z.object({
  import_id: z.uuid(),
  rows_total: z.number().int().nullable(),
  error_count: z.number().int(),
  warning_count: z.number().int(),
});

/** Body of every error response, `application/problem+json`. `instance` is the request id. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: problemCodeSchema,
  instance: z.string(),
  errors: z.array(problemItemSchema).optional(),
  /** Of a refused run of custom SQL: its place in the queue, 1 is next. */
  queue_position: z.number().int().min(1).optional(),
  import: failedImportSchema.optional(),
});
export type Problem = z.infer<typeof problemSchema>;
