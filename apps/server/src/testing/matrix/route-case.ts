import type { CallerKind, MatrixCaller } from './callers.js';
import type { MatrixWorld } from './matrix-world.js';

export interface CaseRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one route answers to whom; without credentials that work it is 401. */
export interface RouteCase {
  /** Method and path as the route declares them, without `/api/v1`. */
  readonly route: string;
  /** A request that is right in all but, perhaps, who makes it. It makes anew what a call uses up. */
  readonly request: (
    world: MatrixWorld,
    caller: MatrixCaller,
  ) => CaseRequest | Promise<CaseRequest>;
  readonly answers: Readonly<Record<CallerKind, number>>;
  /** Where an API token is answered otherwise than a session: what it is answered. */
  readonly answersToApiTokens?: Readonly<Record<CallerKind, number>>;
  /** It only looks, though its method is one that changes: there is nothing to record. */
  readonly onlyReads?: true;
}

/** One status for everybody, but for those named. */
export function to(
  status: number,
  others: Partial<Record<CallerKind, number>> = {},
): Readonly<Record<CallerKind, number>> {
  return { ...everybody(status), ...others };
}

/** For who is outside of Alpha the thing is not there. */
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
