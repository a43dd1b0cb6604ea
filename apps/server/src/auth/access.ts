import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Permission } from '@portal/contracts/permissions';
import type { AccessRule } from '@portal/domain/access';

/** A rule as written on a route. */
export interface RouteAccess {
  readonly rule: AccessRule;
  /** Names the path parameter with the id of the project that the rule is about. */
  readonly projectParam?: string;
  /**
   * Names the query parameter with the id of a project whose revision is wanted, where the rule is
   * about none; all projects unless it is given.
   */
  readonly revisionParam?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route, for hooks that run before its handler is known. */
    access?: RouteAccess;
  }
}

export const ROUTE_ACCESS = 'portal:access';

/** Says on a route, in one sentence, who may use it. A route without one fails the boot. */
export const Allow = {
  anyone: () => allow({ rule: { kind: 'anyone' } }),

  signedIn: (how: Pick<RouteAccess, 'revisionParam'> = {}) =>
    allow({ rule: { kind: 'signed-in' }, ...how }),

  /** Members of the project in the path; to others it is not there (404). */
  membersOf: (projectParam: string) => allow({ rule: { kind: 'member' }, projectParam }),

  with: (permission: Permission) => ({
    /** In whichever project; what exactly is reached is the feature's to narrow. */
    anywhere: () => allow({ rule: { kind: 'holder', permission, scope: 'any' } }),

    /** In the project in the path: 404 to those outside of it, 403 to members without it. */
    inProject: (projectParam: string) =>
      allow({ rule: { kind: 'holder', permission, scope: 'project' }, projectParam }),

    /** In project 0: what reaches beyond any single project. */
    inAllProjects: () => allow({ rule: { kind: 'holder', permission, scope: 'all' } }),
  }),

  withOneOf: (...permissions: readonly Permission[]) => ({
    /** Any one of them, in the project in the path. */
    inProject: (projectParam: string) =>
      allow({ rule: { kind: 'holder-of-one', permissions }, projectParam }),
  }),
};

function allow(access: RouteAccess): MethodDecorator {
  return applyDecorators(SetMetadata(ROUTE_ACCESS, access), RouteConfig({ access }));
}
