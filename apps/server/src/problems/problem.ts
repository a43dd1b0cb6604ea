import type { Problem, ProblemCode, ProblemItem } from '@portal/contracts/problem';

/**
 * Any code throws this to refuse a request; the client gets an `application/problem+json` response.
 */
export class ProblemException extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly errors?: readonly ProblemItem[],
    /** Further members of the response. */
    readonly members: Pick<Problem, 'queue_position' | 'import'> = {},
    /** Seconds for `Retry-After`, if the default of the code is not right. */
    readonly retryAfter?: number,
  ) {
    super(detail);
    this.name = 'ProblemException';
  }
}
