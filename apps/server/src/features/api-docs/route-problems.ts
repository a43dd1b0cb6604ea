import { PROBLEMS, type ProblemCode } from '@portal/contracts/problem';
import { isApiPath } from '../../http/routes/paths.js';
import type { RouteFacts } from '../../http/routes/route-facts.js';

/**
 * All problems of a route, by status: the declared ones, and those that its access rule, input and
 * guards imply.
 */
export function problemsOf(route: RouteFacts): Map<number, ProblemCode[]> {
  const codes = new Set<ProblemCode>([
    ...route.errors,
    ...accessProblems(route),
    // Of pages of other origins.
    ...(route.method === 'GET' ? [] : ['forbidden' as const]),
    ...inputProblems(route),
    ...(route.takesKey
      ? (['idempotency-key-in-use', 'idempotency-answer-lost', 'idempotency-key-reused'] as const)
      : []),
    ...(route.limitsFailures ? ['too-many-requests' as const] : []),
    'url-too-long',
    'headers-too-large',
    'internal',
    'unavailable',
  ]);
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function accessProblems({ access }: RouteFacts): ProblemCode[] {
  switch (access?.rule.kind) {
    case undefined:
    case 'anyone':
      return [];
    case 'signed-in':
      return ['unauthenticated', 'token-expired'];
    case 'member':
      return ['unauthenticated', 'token-expired', 'not-found'];
    case 'holder':
    case 'holder-of-one':
      return ['unauthenticated', 'token-expired', 'forbidden'];
  }
}

function inputProblems(route: RouteFacts): ProblemCode[] {
  // An API route without input refuses any input.
  const isChecked = isApiPath(route.path) || route.arguments.some(({ schema }) => schema);
  // Routes without a body also read one, to refuse it.
  const isRead = route.method !== 'GET' && isApiPath(route.path);
  const hasBody = isRead || route.arguments.some(({ from }) => from === 'body');
  return [
    ...(isChecked ? (['invalid-input'] as const) : []),
    ...(hasBody
      ? ([
          'malformed-json',
          'payload-too-large',
          'request-timeout',
          'unsupported-media-type',
        ] as const)
      : []),
    // What changes something may wait for a lock, and needs room on a disk.
    ...(isRead ? (['busy', 'disk-full'] as const) : []),
    ...(route.pathNames.length > 0 ? (['not-found'] as const) : []),
  ];
}
