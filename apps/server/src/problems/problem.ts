import type { ProblemCode, ProblemItem } from '@portal/contracts/problem';

/**
 * Any code throws this to refuse a request; the client gets an `application/problem+json` response.
 */
export class ProblemException extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly errors?: readonly ProblemItem[],
    /** Of a refused run of custom SQL: its place in the queue. */
    readonly queuePosition?: number,
  ) {
    super(detail);
    this.name = 'ProblemException';
  }
}
