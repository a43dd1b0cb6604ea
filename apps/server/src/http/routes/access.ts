import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Permission } from '@portal/contracts/permissions';
import type { AccessRule } from '@portal/domain/access';

/** An access rule, as a route declares it. */
export interface RouteAccess {
  readonly rule: AccessRule;
  /** Name of the path parameter with the project id of the rule. */
  readonly projectParam?: string;
  /**
   * Name of the query parameter with a project id, for routes without a project in the path. The
   * revision of this project is read with the caller; default: all projects.
   */
  readonly revisionParam?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rule of the route, for hooks that run before its handler. */
    access?: RouteAccess;
  }
}

export const ROUTE_ACCESS = 'portal:access';

/** Declares in one sentence who may use a route. The server does not start if a route has none. */
export const Allow = {
  anyone: () => allow({ rule: { kind: 'anyone' } }),

  signedIn: (how: Pick<RouteAccess, 'revisionParam'> = {}) =>
    allow({ rule: { kind: 'signed-in' }, ...how }),

  /** Members of the project in the path; 404 for others. */
  membersOf: (projectParam: string) => allow({ rule: { kind: 'member' }, projectParam }),

  with: (permission: Permission) => ({
    /** With the permission in any project; the feature limits the data. */
    anywhere: () => allow({ rule: { kind: 'holder', permission, scope: 'any' } }),

    /**
     * With the permission in the project of the path: 404 for users outside of the project, 403 for
     * members without it.
     */
    inProject: (projectParam: string) =>
      allow({ rule: { kind: 'holder', permission, scope: 'project' }, projectParam }),

    /** With the permission in project 0, for actions beyond a single project. */
    inAllProjects: () => allow({ rule: { kind: 'holder', permission, scope: 'all' } }),
  }),

  withOneOf: (...permissions: readonly Permission[]) => ({
    /** With any one of the permissions in the project of the path. */
    inProject: (projectParam: string) =>
      allow({ rule: { kind: 'holder-of-one', permissions }, projectParam }),
  }),
};

function allow(access: RouteAccess): MethodDecorator {
  return applyDecorators(SetMetadata(ROUTE_ACCESS, access), RouteConfig({ access }));
}
