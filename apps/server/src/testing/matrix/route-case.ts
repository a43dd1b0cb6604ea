import type { TestServer } from '../test-server.js';
import type { CallerKind, MatrixCaller } from './callers.js';
import type { MatrixWorld } from './matrix-world.js';

export interface CaseRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of one route for each kind of caller; without valid credentials it is 401. */
export interface RouteCase {
  /** Method and path of the route, without `/api/v1`. */
  readonly route: string;
  /** A valid request for a permitted caller. It creates anew whatever a call uses up. */
  readonly request: (
    world: MatrixWorld,
    caller: MatrixCaller,
  ) => CaseRequest | Promise<CaseRequest>;
  readonly answers: Readonly<Record<CallerKind, number>>;
  /** The statuses for API tokens, if they differ from those for sessions. */
  readonly answersToApiTokens?: Readonly<Record<CallerKind, number>>;
  /** The method suggests a change but the route only reads, so no audit record is expected. */
  readonly onlyReads?: true;
  /** What the route changes is not in the audit. */
  readonly unrecorded?: true;
}

/** Sends a request of the case to its route. */
export function sendCase(
  server: TestServer,
  { route }: RouteCase,
  { path, body, form, headers }: CaseRequest,
  token?: string,
): Promise<Response> {
  const [method = ''] = route.split(' ');
  return fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
}

/** The same status for all callers, with exceptions. */
export function to(
  status: number,
  others: Partial<Record<CallerKind, number>> = {},
): Readonly<Record<CallerKind, number>> {
  return { ...everybody(status), ...others };
}

/** 404 for callers outside of Alpha. */
export function within(
  status: number,
  others: Partial<Record<CallerKind, number>> = {},
): Readonly<Record<CallerKind, number>> {
  return to(status, { stranger: 404, otherAdmin: 404, ...others });
}

function everybody(status: number): Record<CallerKind, number> {
  return {
    stranger: status,
    trainer: status,
    reviewer: status,
    lead: status,
    otherAdmin: status,
    projectAdmin: status,
    owner: status,
    fullAccess: status,
  };
}
