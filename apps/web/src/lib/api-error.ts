import { problemSchema, type ProblemCode, type ProblemItem } from '@portal/contracts/problem';
import { logError } from './log';
import { parseJson } from './parse-json';
import { browserNow } from './use-now';

/** Reasons of a failure without a valid response. */
type OwnCode = 'network' | 'unexpected-response';
const OWN_CODES: ReadonlySet<string> = new Set<OwnCode>(['network', 'unexpected-response']);

interface ApiErrorDetails {
  status: number;
  code: ProblemCode | OwnCode;
  errors?: readonly ProblemItem[];
  /** When the same call may succeed, in epoch milliseconds. */
  retryAt?: number | undefined;
}

/** A failed call. `message` is for the user; `status` is 0 without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode | OwnCode;
  readonly errors: readonly ProblemItem[];
  readonly retryAt: number | undefined;

  constructor(message: string, { status, code, errors = [], retryAt }: ApiErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAt = retryAt;
  }
}

/**
 * The error of a non-2xx response. A 404 has the message 'Resource not found', unless it names items:
 * only then is the detail about more than the URL.
 */
export function errorOfResponse(
  status: number,
  url: string,
  body: string,
  retryAfter: string | null = null,
): ApiError {
  const problem = parseProblem(body);
  if (status === 404) {
    logError(`Resource not found: ${url}`);
    const namesItems = problem?.errors?.some(({ item }) => item !== undefined) ?? false;
    if (!namesItems) return new ApiError('Resource not found', { status, code: 'not-found' });
  }
  if (!problem) {
    return new ApiError(`The server responded with status ${status}`, {
      status,
      code: 'unexpected-response',
      retryAt: retryAtOf(retryAfter),
    });
  }
  return new ApiError(problem.detail || problem.title, {
    status,
    code: problem.code,
    errors: problem.errors ?? [],
    retryAt: retryAtOf(retryAfter),
  });
}

/** The time that `Retry-After` gives in seconds. */
function retryAtOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter);
  return seconds > 0 ? browserNow() + seconds * 1000 : undefined;
}

export function networkError(): ApiError {
  return new ApiError('The server could not be reached', { status: 0, code: 'network' });
}

/** The message for any thrown value. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

/** The server's detail of a failed call; `fallback` if there is none. */
export function detailOf(error: unknown, fallback: string): string {
  const own = error instanceof ApiError && !OWN_CODES.has(error.code);
  return own && error.message ? error.message : fallback;
}

/** Whether the same call may succeed in a moment: no network, no server, or another change is under way. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'network' || error.code === 'busy' || error.status >= 502;
}

/** Whether the server refused to show it. The page then removes what it shows. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/** Whether the server refused it for lack of a permission. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

function parseProblem(body: string) {
  return problemSchema.safeParse(parseJson(body)).data;
}
