import { problemSchema, type ProblemCode, type ProblemItem } from '@portal/contracts/problem';
import { logError } from './log';

/** Why a call failed without an answer that follows the contract. */
type OwnCode = 'network' | 'unexpected-answer';

interface ApiErrorDetails {
  status: number;
  code: ProblemCode | OwnCode;
  errors?: readonly ProblemItem[];
}

/** A call that failed. `message` is fit to be shown; `status` is 0 when there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode | OwnCode;
  readonly errors: readonly ProblemItem[];

  constructor(message: string, { status, code, errors = [] }: ApiErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** The error of an answer that is not 2xx; 404 is always worded 'Resource not found'. */
export function errorOfAnswer(status: number, url: string, body: string): ApiError {
  const problem = parseProblem(body);
  if (status === 404) {
    logError(`Resource not found: ${url}`);
    return new ApiError('Resource not found', { status, code: 'not-found' });
  }
  if (!problem) {
    return new ApiError(`The server answered ${status}`, { status, code: 'unexpected-answer' });
  }
  return new ApiError(problem.detail || problem.title, {
    status,
    code: problem.code,
    errors: problem.errors ?? [],
  });
}

export function networkError(): ApiError {
  return new ApiError('The server could not be reached', { status: 0, code: 'network' });
}

/** What to show for anything that was thrown. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

function parseProblem(body: string) {
  try {
    const parsed = problemSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
