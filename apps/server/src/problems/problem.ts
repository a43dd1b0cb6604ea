import type { ProblemCode, ProblemItem } from '@portal/contracts/problem';

/** The way any code refuses a request; becomes an `application/problem+json` answer. */
export class ProblemException extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly errors?: readonly ProblemItem[],
  ) {
    super(detail);
    this.name = 'ProblemException';
  }
}
