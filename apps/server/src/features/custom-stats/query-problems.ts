import type { ProblemCode } from '@portal/contracts/problem';

/** The problems of a query that runs. */
export const QUERY_PROBLEMS: readonly ProblemCode[] = [
  'invalid-input',
  'query-failed',
  'query-timeout',
  'query-too-large',
  'query-cancelled',
  'too-many-requests',
  'unavailable',
];
