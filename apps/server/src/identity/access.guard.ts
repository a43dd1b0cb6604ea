import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { decideAccess } from '@portal/domain/access';
import { ROUTE_ACCESS, type RouteAccess } from '../http/routes/access.js';
import type { CallerSession } from './caller-session.js';
import { projectIdOf, type RoutedRequest } from './identify-callers.js';
import { invalidUrl } from '../problems/invalid-url.js';
import { ProblemException } from '../problems/problem.js';

/** Applies the `Allow` rule of a route to the caller. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    // A socket authenticates once, in its handshake.
    if (context.getType() !== 'http') return true;
    const access = this.reflector.get<RouteAccess | undefined>(ROUTE_ACCESS, context.getHandler());
    if (!access) throw new Error('A route without an Allow was served');
    if (access.rule.kind === 'anyone') return true;
    const request = context.switchToHttp().getRequest<RoutedRequest>();
    if (!request.caller) throw new Error('A request was served before its caller was known');
    check(access, request.caller, projectIdOf(request, access));
    return true;
  }
}

/** @param projectId null if the path has no valid project id */
function check(
  { rule, projectParam }: RouteAccess,
  caller: CallerSession,
  projectId: number | null | undefined,
): void {
  if (projectId === null) {
    throw invalidUrl([{ pointer: projectParam ?? '', detail: 'must be a project id' }], 'path');
  }
  const decision = decideAccess(rule, caller, projectId);
  if (decision === 'forbidden') {
    throw new ProblemException('forbidden', 'You do not have the permission for this');
  }
  // A caller with a role in project 0 has access to any project id, so check that the project
  // exists.
  const isMissing = projectId !== undefined && caller.projectStamp === null;
  if (decision === 'hidden' || isMissing) {
    throw new ProblemException('not-found', 'There is no such project');
  }
}
