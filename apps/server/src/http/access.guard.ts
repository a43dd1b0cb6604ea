import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { idParamSchema } from '@portal/contracts/scalars';
import { decideAccess } from '@portal/domain/access';
import type { FastifyRequest } from 'fastify';
import { ROUTE_ACCESS, type RouteAccess } from './access.js';
import { Asker } from './asker.js';
import { Authenticator } from './authenticator.js';
import { bearerIn } from './bearer.js';
import type { CallerProof } from './caller-proof.js';
import type { CallerSession } from './caller-session.js';
import { ProblemException } from './problem.js';
import { RepeatedAnswers } from './repeated-answers.js';

type RoutedRequest = FastifyRequest<{
  Params: Readonly<Record<string, string | undefined>>;
  Querystring: Readonly<Record<string, unknown>>;
}>;

/**
 * Lets a request through as its route's `Allow` says, and leaves its caller on it; or, where the
 * route reads ahead, an asker, who is answered only once it is proven who they are.
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
    const projectId = projectOf(request, access.projectParam);
    const watchedId = projectId ?? watchedProjectOf(request, access.revisionParam);
    const token = bearerOf(request);
    const lookUp = async (): Promise<CallerSession> => {
      const caller = await this.authenticator.authenticate(token, watchedId);
      check(access, caller, projectId);
      return caller;
    };
    if (access.readsAhead === true) {
      const recalled = this.authenticator.recall(token, request.begunRead);
      const mayRead = recalled && isLetIn(access, recalled, projectId);
      const remember = (proof: CallerProof, answer: unknown): void =>
        this.repeated.remember(request, proof, answer);
      request.asker = mayRead
        ? new Asker(recalled, lookUp, remember)
        : new Asker(await lookUp(), null);
    } else {
      request.caller = await lookUp();
    }
    return true;
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

function bearerOf(request: RoutedRequest): string {
  const token = bearerIn(request);
  if (token === undefined) {
    throw new ProblemException('unauthenticated', 'A bearer token is required');
  }
  return token;
}

/** Null where no revision is wanted, and when what stands in the query is no id. */
function watchedProjectOf(request: RoutedRequest, param: string | undefined): number | null {
  if (param === undefined) return null;
  return idParamSchema.safeParse(request.query[param] ?? ALL_PROJECTS_ID).data ?? null;
}

/** Undefined on a route about no project, null when what stands in the address is no id. */
function projectOf(request: RoutedRequest, param: string | undefined): number | null | undefined {
  return param === undefined
    ? undefined
    : (idParamSchema.safeParse(request.params[param]).data ?? null);
}
