import type { ProblemCode } from '@portal/contracts/problem';

/** What a query that runs may end with. */
export const QUERY_PROBLEMS: readonly ProblemCode[] = [
  'invalid-input',
  'query-failed',
  'query-timeout',
  'query-too-large',
  'query-cancelled',
  'too-many-requests',
  'unavailable',
];
