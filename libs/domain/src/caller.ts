import type { ProjectAuth } from '@portal/contracts/auth';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';

/** The user behind a request, by session or API token, with their grants per project. */
export interface Caller {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly via: 'session' | 'api-token';
  /** One entry per project with a grant; project 0 applies to all projects. */
  readonly grants: readonly ProjectAuth[];
}

/**
 * Whether the caller has `permission` in the project: directly, through full-access or through
 * project 0.
 */
export function holds(caller: Caller, permission: Permission, projectId: number): boolean {
  return caller.grants.some(
    (grant) =>
      (grant.project_id === projectId || grant.project_id === ALL_PROJECTS_ID) &&
      grantsPermission(grant, permission),
  );
}

/** Whether the caller has `permission` in any project. */
export function holdsAnywhere(caller: Caller, permission: Permission): boolean {
  return caller.grants.some((grant) => grantsPermission(grant, permission));
}

/** The projects in which the caller has one of `permissions`; `all` if project 0 is among them. */
export function projectsWhere(
  caller: Caller,
  permissions: readonly Permission[],
): readonly number[] | 'all' {
  const projects = caller.grants
    .filter((grant) => permissions.some((permission) => grantsPermission(grant, permission)))
    .map((grant) => grant.project_id);
  return projects.includes(ALL_PROJECTS_ID) ? 'all' : projects;
}

/** Whether the caller has a grant in the project or in project 0. */
export function belongsTo(caller: Caller, projectId: number): boolean {
  return caller.grants.some(
    (grant) => grant.project_id === projectId || grant.project_id === ALL_PROJECTS_ID,
  );
}

function grantsPermission(grant: ProjectAuth, permission: Permission): boolean {
  return grant.permissions.includes('full-access') || grant.permissions.includes(permission);
}
