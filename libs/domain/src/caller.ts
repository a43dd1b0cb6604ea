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

/** The part of a user that permissions are read from. */
export type Grants = Pick<Caller, 'grants'>;

/** Ids of projects; `all` for every project. */
export type Projects = 'all' | readonly number[];

/** Whether the project is one of `projects`; without a project only `all` covers it. */
export function covers(projects: Projects, projectId: number | null): boolean {
  return projects === 'all' || (projectId !== null && projects.includes(projectId));
}

/** Whether the caller holds `permission` in the project, by itself, by full-access or by project 0. */
export function holds(caller: Grants, permission: Permission, projectId: number): boolean {
  return caller.grants.some(
    (grant) =>
      (grant.project_id === projectId || grant.project_id === ALL_PROJECTS_ID) &&
      grantsPermission(grant, permission),
  );
}

/** Whether the caller holds `permission` in any project at all. */
export function holdsAnywhere(caller: Grants, permission: Permission): boolean {
  return caller.grants.some((grant) => grantsPermission(grant, permission));
}

/** The projects in which the caller holds one of `permissions`; `all` when project 0 is among them. */
export function projectsWhere(caller: Grants, permissions: readonly Permission[]): Projects {
  const projects = caller.grants
    .filter((grant) => permissions.some((permission) => grantsPermission(grant, permission)))
    .map((grant) => grant.project_id);
  return projects.includes(ALL_PROJECTS_ID) ? 'all' : projects;
}

/** The projects to which the caller is assigned, or in a pod of which the caller is. */
export function projectsOf(caller: Grants): Projects {
  const projects = caller.grants.map((grant) => grant.project_id);
  return projects.includes(ALL_PROJECTS_ID) ? 'all' : projects;
}

/** Whether the caller is assigned to the project, or to all of them. */
export function belongsTo(caller: Grants, projectId: number): boolean {
  return covers(projectsOf(caller), projectId);
}

function grantsPermission(grant: ProjectAuth, permission: Permission): boolean {
  return grant.permissions.includes('full-access') || grant.permissions.includes(permission);
}
