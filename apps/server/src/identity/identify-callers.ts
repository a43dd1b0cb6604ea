import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { idParamSchema } from '@portal/contracts/scalars';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteAccess } from '../http/routes/access.js';
import type { Authenticator } from './authenticator.js';
import { bearerIn } from './bearer.js';
import { ProblemException } from '../problems/problem.js';
import { RequestRights } from './request-rights.js';

export type RoutedRequest = FastifyRequest<{
  Params: Readonly<Record<string, string | undefined>>;
  Querystring: Readonly<Record<string, unknown>>;
}>;

/**
 * Authenticates each request once, before its body is read, and stores the caller on the request.
 * Invalid credentials are refused here; the guard checks permissions.
 */
export function identifyCallers(server: FastifyInstance, authenticator: Authenticator): void {
  server.addHook('onRequest', async (request: RoutedRequest) => {
    const { access } = request.routeOptions.config;
    if (!access || access.rule.kind === 'anyone') return;
    const token = tokenOf(request);
    const projectId = revisionProjectIdOf(request, access);
    const caller = await authenticator.authenticate(token, projectId);
    request.caller = caller;
    request.rights = new RequestRights(authenticator, caller, token);
  });
}

/** @throws {ProblemException} `unauthenticated` */
function tokenOf(request: RoutedRequest): string {
  const token = bearerIn(request);
  if (token !== undefined) return token;
  throw new ProblemException('unauthenticated', 'A bearer token is required');
}

/** Undefined on a route without a project, null if the path has no valid project id. */
export function projectIdOf(
  { params }: RoutedRequest,
  { projectParam }: RouteAccess,
): number | null | undefined {
  if (projectParam === undefined) return undefined;
  return idParamSchema.safeParse(params[projectParam]).data ?? null;
}

/** The project whose revision is read with the caller; null without a valid project id. */
function revisionProjectIdOf(request: RoutedRequest, access: RouteAccess): number | null {
  const projectId = projectIdOf(request, access);
  if (projectId != null) return projectId;
  const { revisionParam } = access;
  if (revisionParam === undefined) return null;
  return idParamSchema.safeParse(request.query[revisionParam] ?? ALL_PROJECTS_ID).data ?? null;
}
