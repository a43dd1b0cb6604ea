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

/** The grants of a user, from which permissions are derived. */
export type Grants = Pick<Caller, 'grants'>;

/** Ids of projects; `all` for every project. */
export type Projects = 'all' | readonly number[];

/** Whether the project is one of `projects`; without a project only `all` covers it. */
export function covers(projects: Projects, projectId: number | null): boolean {
  return projects === 'all' || (projectId !== null && projects.includes(projectId));
}

/**
 * Whether the caller has `permission` in the project: directly, through full-access or through
 * project 0.
 */
export function holds(caller: Grants, permission: Permission, projectId: number): boolean {
  return holdsNamed(caller, permission, projectId);
}

/** As `holds`, also for permissions that the portal does not check itself. */
export function holdsNamed(caller: Grants, permission: string, projectId: number): boolean {
  return caller.grants.some(
    (grant) =>
      (grant.project_id === projectId || grant.project_id === ALL_PROJECTS_ID) &&
      grantsPermission(grant, permission),
  );
}

/** Whether the caller has `permission` in any project. */
export function holdsAnywhere(caller: Grants, permission: Permission): boolean {
  return caller.grants.some((grant) => grantsPermission(grant, permission));
}

/** The projects in which the caller has one of `permissions`; `all` if project 0 is among them. */
export function projectsWhere(caller: Grants, permissions: readonly Permission[]): Projects {
  const projects = caller.grants
    .filter((grant) => permissions.some((permission) => grantsPermission(grant, permission)))
    .map((grant) => grant.project_id);
  return projects.includes(ALL_PROJECTS_ID) ? 'all' : projects;
}

/** The projects in which the caller has a role or is a member of a pod. */
export function projectsOf(caller: Grants): Projects {
  const projects = caller.grants.map((grant) => grant.project_id);
  return projects.includes(ALL_PROJECTS_ID) ? 'all' : projects;
}

/** Whether the caller has a grant in the project or in project 0. */
export function belongsTo(caller: Grants, projectId: number): boolean {
  return covers(projectsOf(caller), projectId);
}

/**
 * Whether the caller may know how often the project changes. Users outside of it can have own work
 * there, which they see, without its revision.
 */
export function knowsRevision(caller: Grants, projectId: number): boolean {
  return projectId === ALL_PROJECTS_ID || belongsTo(caller, projectId);
}

/** Whether somebody still has, in each project, whatever they had `before`. */
export function keepsGrants(now: Grants, before: Grants): boolean {
  return before.grants.every(
    ({ project_id: projectId, permissions }) =>
      belongsTo(now, projectId) &&
      permissions.every((permission) => holdsNamed(now, permission, projectId)),
  );
}

function grantsPermission(grant: ProjectAuth, permission: string): boolean {
  return grant.permissions.includes('full-access') || grant.permissions.includes(permission);
}
