import type { ProjectAuth } from '@portal/contracts/auth';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';

/** Who is asking: a user, by session or API token, with what they hold in each project. */
export interface Caller {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly via: 'session' | 'api-token';
  /** One entry per project the user is assigned to; project 0 holds for all. */
  readonly grants: readonly ProjectAuth[];
}

/** Whether the caller holds `permission` in the project, by itself, by full-access or by project 0. */
export function holds(caller: Caller, permission: Permission, projectId: number): boolean {
  return caller.grants.some(
    (grant) =>
      (grant.project_id === projectId || grant.project_id === ALL_PROJECTS_ID) &&
      grantsPermission(grant, permission),
  );
}

/** Whether the caller holds `permission` in any project at all. */
export function holdsAnywhere(caller: Caller, permission: Permission): boolean {
  return caller.grants.some((grant) => grantsPermission(grant, permission));
}

/** The projects in which the caller holds one of `permissions`; `all` when project 0 is among them. */
export function projectsWhere(
  caller: Caller,
  permissions: readonly Permission[],
): readonly number[] | 'all' {
  const projects = caller.grants
    .filter((grant) => permissions.some((permission) => grantsPermission(grant, permission)))
    .map((grant) => grant.project_id);
  return projects.includes(ALL_PROJECTS_ID) ? 'all' : projects;
}

/** Whether the caller is assigned to the project, or to all of them. */
export function belongsTo(caller: Caller, projectId: number): boolean {
  return caller.grants.some(
    (grant) => grant.project_id === projectId || grant.project_id === ALL_PROJECTS_ID,
  );
}

function grantsPermission(grant: ProjectAuth, permission: Permission): boolean {
  return grant.permissions.includes('full-access') || grant.permissions.includes(permission);
}
