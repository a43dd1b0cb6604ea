import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { idParamSchema } from '@portal/contracts/scalars';
import { decideAccess } from '@portal/domain/access';
import type { FastifyRequest } from 'fastify';
import { ROUTE_ACCESS, type RouteAccess } from './access.js';
import { Authenticator } from './authenticator.js';
import { CallerDirectory } from './caller-directory.js';
import type { CallerSession } from './caller-session.js';
import { ProblemException } from './problem.js';

type RoutedRequest = FastifyRequest<{ Params: Readonly<Record<string, string | undefined>> }>;

/** Lets a request through as its route's `Allow` says, and leaves its caller on it. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly directory: CallerDirectory,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Sockets prove who they are once, in their handshake.
    if (context.getType() !== 'http') return true;
    const access = this.reflector.get<RouteAccess | undefined>(ROUTE_ACCESS, context.getHandler());
    if (!access) throw new Error('A route without an Allow was served');
    if (access.rule.kind === 'anyone') return true;

    const request = context.switchToHttp().getRequest<RoutedRequest>();
    const caller = await this.authenticator.authenticate(bearerOf(request));
    await this.check(access, caller, request);
    request.caller = caller;
    return true;
  }

  private async check(
    { rule, projectParam }: RouteAccess,
    caller: CallerSession,
    request: RoutedRequest,
  ): Promise<void> {
    const projectId = projectParam === undefined ? undefined : projectOf(request, projectParam);
    switch (decideAccess(rule, caller, projectId)) {
      case 'forbidden':
        throw new ProblemException('forbidden', 'You do not have the permission for this');
      case 'hidden':
        throw new ProblemException('not-found', 'There is no such project');
      case 'granted':
        if (projectId !== undefined) await this.refuseUnknownProject(caller, projectId);
    }
  }

  /** Whoever holds all projects passes for any number; the project must still be there. */
  private async refuseUnknownProject(caller: CallerSession, projectId: number): Promise<void> {
    const isMember = caller.grants.some((grant) => grant.project_id === projectId);
    if (projectId === ALL_PROJECTS_ID || isMember) return;
    if (!(await this.directory.projectExists(projectId))) {
      throw new ProblemException('not-found', 'There is no such project');
    }
  }
}

function bearerOf(request: RoutedRequest): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) {
    throw new ProblemException('unauthenticated', 'A bearer token is required');
  }
  return token;
}

function projectOf(request: RoutedRequest, param: string): number {
  const parsed = idParamSchema.safeParse(request.params[param]);
  if (parsed.success) return parsed.data;
  throw new ProblemException('invalid-input', 'The address is not valid', [
    { pointer: param, detail: 'must be a project id' },
  ]);
}
