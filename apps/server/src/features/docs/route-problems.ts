import { PROBLEMS, type ProblemCode } from '@portal/contracts/problem';
import { isApiPath } from '../../transport/paths.js';
import type { RouteFacts } from '../../openapi/route-facts.js';

/**
 * Every problem that a route may answer with, by status: what its decorators name and what who may
 * use it, what it takes and how it is guarded imply.
 */
export function problemsOf(route: RouteFacts): Map<number, ProblemCode[]> {
  const codes = new Set<ProblemCode>([
    ...route.errors,
    ...accessProblems(route),
    ...inputProblems(route),
    ...(route.isThrottled ? ['too-many-requests' as const] : []),
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
  // A call of the API that takes nothing refuses whatever it is sent.
  const isChecked = isApiPath(route.path) || route.arguments.some(({ schema }) => schema);
  // Also of those that take none a body is read, to be refused.
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
    ...(route.pathNames.length > 0 ? (['not-found'] as const) : []),
  ];
}
