import type { ProjectAuth } from '@portal/contracts/auth';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import type { AccessDecision } from './access.js';
import {
  belongsTo,
  type Caller,
  covers,
  type Grants,
  holds,
  holdsNamed,
  type Projects,
  projectsWhere,
} from './caller.js';
import { seesEverybody } from './visibility.js';

/** The user that a decision is about, with all grants. */
export interface User {
  readonly userId: number;
  readonly grants: readonly ProjectAuth[];
}

const OVERSIGHT = ['user-view', 'user-manage'] as const;

/** Whether the caller sees the users of the project, by role or by pod. */
export function maySeeUsersOf(caller: Caller, projectId: number): boolean {
  return covers(projectsWithVisibleUsers(caller), projectId);
}

/** The projects whose users the caller sees; `all` if the caller sees all users. */
export function projectsWithVisibleUsers(caller: Caller): Projects {
  return projectsWhere(caller, OVERSIGHT);
}

/** Whether the caller sees the user's grant in the project. Users see their own grants. */
export function maySeeGrant(caller: Caller, userId: number, projectId: number): boolean {
  return caller.userId === userId || maySeeUsersOf(caller, projectId);
}

/** Users see themselves, and others through the projects of `projectsWithVisibleUsers`. */
export function maySeeUser(caller: Caller, user: User): boolean {
  if (caller.userId === user.userId) return true;
  const projects = projectsWithVisibleUsers(caller);
  return projects === 'all' || user.grants.some((grant) => covers(projects, grant.project_id));
}

/**
 * Whether the caller sees the user's name, picture and time zone: callers who see the user, and
 * callers who see the numbers of users in one of the user's projects.
 */
export function maySeeNameOf(caller: Caller, user: User): boolean {
  return (
    maySeeUser(caller, user) ||
    seesEverybody(caller, ALL_PROJECTS_ID) ||
    user.grants.some(({ project_id }) => seesEverybody(caller, project_id))
  );
}

/**
 * Whether the caller may manage the user's account, profile and tokens. This needs user-manage in
 * project 0, or user-manage and all of the user's permissions in every project where the user has a
 * role or a pod. The rule is the same for the caller's own account.
 */
export function mayManageUser(caller: Caller, user: User): boolean {
  if (holds(caller, 'user-manage', ALL_PROJECTS_ID)) return true;
  return (
    user.grants.length > 0 &&
    user.grants.every(({ project_id }) => holds(caller, 'user-manage', project_id)) &&
    grantsBeyond(caller, user.grants).length === 0
  );
}

/** Decides whether the caller may change the user's data: as that user or by `mayManageUser`. */
export function decideAboutAccount(caller: Caller, user: User): AccessDecision {
  if (caller.userId === user.userId || mayManageUser(caller, user)) return 'granted';
  return maySeeUser(caller, user) ? 'forbidden' : 'hidden';
}

/**
 * Whether the caller may create a credential that acts as the user. This needs user-manage in
 * project 0 and all permissions of the user.
 */
export function mayActAs(caller: Caller, user: User): boolean {
  return (
    holds(caller, 'user-manage', ALL_PROJECTS_ID) && grantsBeyond(caller, user.grants).length === 0
  );
}

/** Whether the caller may switch on an API token that its owner switched off. */
export function mayOverruleOwner(caller: Caller, ownerId: number): boolean {
  return caller.userId === ownerId || holds(caller, 'user-manage', ALL_PROJECTS_ID);
}

/** Each of these allows assigning and removing roles in a project; in project 0 only the first does. */
export const ASSIGN_PERMISSIONS = [
  'rbac-manage',
  'project-manage',
  'project-admin',
] as const satisfies readonly Permission[];

/** Decides whether the caller may assign and remove roles. */
export function decideRoleAssignment(caller: Caller, projectId: number): AccessDecision {
  if (!belongsTo(caller, projectId)) return 'hidden';
  const isAllowed = ASSIGN_PERMISSIONS.some(
    (permission) =>
      (permission === 'rbac-manage' || projectId !== ALL_PROJECTS_ID) &&
      holds(caller, permission, projectId),
  );
  return isAllowed ? 'granted' : 'forbidden';
}

/** Permissions in one project. */
export type ProjectGrant = Pick<ProjectAuth, 'project_id' | 'permissions'>;

/**
 * The part that the caller lacks, by project. Nobody gives or takes permissions that they do not
 * have themselves in that project.
 */
export function grantsBeyond<P extends ProjectGrant>(caller: Grants, grants: readonly P[]): P[] {
  return grants
    .map((grant) => ({
      ...grant,
      permissions: grant.permissions.filter((one) => !holdsNamed(caller, one, grant.project_id)),
    }))
    .filter(({ permissions }) => permissions.length > 0);
}
