import type { ProjectAuth } from '@portal/contracts/auth';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import type { AccessDecision } from './access.js';
import { belongsTo, type Caller, covers, holds, type Projects, projectsWhere } from './caller.js';
import { seesEverybody } from './visibility.js';

/** Somebody whom a caller asks about: who it is, and what they hold in each of their projects. */
export interface User {
  readonly userId: number;
  readonly grants: readonly ProjectAuth[];
}

const OVERSIGHT = ['user-view', 'user-manage'] as const;

/** Whether the caller sees who belongs to the project, by assignment or through a pod. */
export function maySeeUsersOf(caller: Caller, projectId: number): boolean {
  return covers(projectsWithVisibleUsers(caller), projectId);
}

/** The projects whose users the caller sees besides themselves; `all` when it is everybody. */
export function projectsWithVisibleUsers(caller: Caller): Projects {
  return projectsWhere(caller, OVERSIGHT);
}

/** Whether the caller sees what a user holds in the project; everyone sees their own grants. */
export function maySeeGrant(caller: Caller, userId: number, projectId: number): boolean {
  return caller.userId === userId || maySeeUsersOf(caller, projectId);
}

/** Everyone sees themselves; others are seen through a project of theirs, or through all of them. */
export function maySeeUser(caller: Caller, user: User): boolean {
  if (caller.userId === user.userId) return true;
  const projects = projectsWithVisibleUsers(caller);
  return projects === 'all' || user.grants.some((grant) => covers(projects, grant.project_id));
}

/**
 * Whether name, picture and time zone of the user are shown to the caller: to those who see the
 * user, and to those who see the numbers of users in a project of theirs.
 */
export function maySeeNameOf(caller: Caller, user: User): boolean {
  return (
    maySeeUser(caller, user) ||
    seesEverybody(caller, ALL_PROJECTS_ID) ||
    user.grants.some(({ project_id }) => seesEverybody(caller, project_id))
  );
}

/**
 * Whether the caller may manage the user's account, profile and tokens: with user-manage in
 * project 0, or with user-manage in every project where the user has a role or is in a pod, and
 * there with each permission of the user. That the account may be the caller's own makes no
 * difference here.
 */
export function mayManageUser(caller: Caller, user: User): boolean {
  if (holds(caller, 'user-manage', ALL_PROJECTS_ID)) return true;
  return (
    user.grants.length > 0 &&
    user.grants.every(
      ({ project_id, permissions }) =>
        holds(caller, 'user-manage', project_id) &&
        permissionsBeyond(caller, permissions, project_id).length === 0,
    )
  );
}

/** What changing somebody's own things takes: being that user, or managing them. */
export function decideAboutAccount(caller: Caller, user: User): AccessDecision {
  if (caller.userId === user.userId || mayManageUser(caller, user)) return 'granted';
  return maySeeUser(caller, user) ? 'forbidden' : 'hidden';
}

/**
 * Whether the caller may have a credential that acts as the user: managing everybody, and holding
 * all that the user holds.
 */
export function mayActAs(caller: Caller, user: User): boolean {
  return (
    holds(caller, 'user-manage', ALL_PROJECTS_ID) &&
    user.grants.every(
      ({ project_id, permissions }) =>
        permissionsBeyond(caller, permissions, project_id).length === 0,
    )
  );
}

/** Whether the caller may switch on a token that its owner switched off. */
export function mayOverruleOwner(caller: Caller, ownerId: number): boolean {
  return caller.userId === ownerId || holds(caller, 'user-manage', ALL_PROJECTS_ID);
}

/** What to give and take roles in the project takes; in project 0 only rbac-manage will do. */
export function decideRoleAssignment(caller: Caller, projectId: number): AccessDecision {
  if (!belongsTo(caller, projectId)) return 'hidden';
  const isAllowed =
    holds(caller, 'rbac-manage', projectId) ||
    (projectId !== ALL_PROJECTS_ID && holds(caller, 'project-manage', projectId));
  return isAllowed ? 'granted' : 'forbidden';
}

/** Those of the permissions that the caller lacks in the project, and so must not hand out there. */
export function permissionsBeyond(
  caller: Caller,
  permissions: readonly Permission[],
  projectId: number,
): Permission[] {
  return permissions.filter((permission) => !holds(caller, permission, projectId));
}
