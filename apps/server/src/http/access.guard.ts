import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { decideAccess } from '@portal/domain/access';
import { ROUTE_ACCESS, type RouteAccess } from './access.js';
import { Asker } from './asker.js';
import { Authenticator } from './authenticator.js';
import { bearerIn } from './bearer.js';
import type { CallerProof } from './caller-proof.js';
import type { CallerSession } from './caller-session.js';
import { callerOf, projectOf, type RoutedRequest } from './identify-callers.js';
import { ProblemException } from './problem.js';
import { RepeatedAnswers } from './repeated-answers.js';

/**
 * Lets a known caller through as the route's `Allow` says; or, where the route reads ahead, leaves
 * an asker on the request, who is answered only once it is proven who they are.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly repeated: RepeatedAnswers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Sockets prove who they are once, in their handshake.
    if (context.getType() !== 'http') return true;
    const access = this.reflector.get<RouteAccess | undefined>(ROUTE_ACCESS, context.getHandler());
    if (!access) throw new Error('A route without an Allow was served');
    if (access.rule.kind === 'anyone') return true;
    const request = context.switchToHttp().getRequest<RoutedRequest>();
    if (access.readsAhead === true) {
      request.asker = await this.askerOf(request, access);
      return true;
    }
    if (!request.caller) throw new Error('A request was served before its caller was known');
    check(access, request.caller, projectOf(request, access));
    return true;
  }

  private async askerOf(request: RoutedRequest, access: RouteAccess): Promise<Asker> {
    const projectId = projectOf(request, access);
    const lookUp = async (): Promise<CallerSession> => {
      const caller = await callerOf(request, access, this.authenticator);
      check(access, caller, projectId);
      return caller;
    };
    const token = bearerIn(request);
    const recalled = token && this.authenticator.recall(token, request.begunRead);
    if (!recalled || !isLetIn(access, recalled, projectId)) return new Asker(await lookUp(), null);
    return new Asker(recalled, lookUp, (proof: CallerProof, answer: unknown) =>
      this.repeated.remember(request, proof, answer),
    );
  }
}

/** As far as can be told without asking whether the project is there. */
function isLetIn(
  { rule }: RouteAccess,
  caller: CallerSession,
  projectId: number | null | undefined,
): boolean {
  return projectId !== null && decideAccess(rule, caller, projectId) === 'granted';
}

/** @param projectId null when the address names none that could be */
function check(
  { rule, projectParam }: RouteAccess,
  caller: CallerSession,
  projectId: number | null | undefined,
): void {
  if (projectId === null) {
    throw new ProblemException('invalid-input', 'The address is not valid', [
      { pointer: projectParam ?? '', detail: 'must be a project id' },
    ]);
  }
  const decision = decideAccess(rule, caller, projectId);
  if (decision === 'forbidden') {
    throw new ProblemException('forbidden', 'You do not have the permission for this');
  }
  // Whoever holds all projects passes for any number; the project must still be there.
  const isMissing = projectId !== undefined && caller.projectRevision === null;
  if (decision === 'hidden' || isMissing) {
    throw new ProblemException('not-found', 'There is no such project');
  }
}
