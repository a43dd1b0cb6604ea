import { Injectable } from '@nestjs/common';
import type {
  NewProjectRole,
  ProjectRole,
  ProjectRoles,
  UserAccess,
  GrantSource,
  ProjectAccess,
} from '@portal/contracts/user-access';
import type { Caller } from '@portal/domain/caller';
import { maySeeGrant } from '@portal/domain/users';
import type { UserInProject } from '@portal/persistence/roles/assigned-roles';
import {
  readAccessSources,
  readRolesOfUser,
  type AccessSource,
} from '@portal/persistence/users/access-sources';
import type { Actor } from '../../../db/actor.js';
import { Reads } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import { UserDirectory } from '../../../identity/granting/user-directory.js';
import { RoleAssignments, roleVersion } from '../../../identity/granting/role-assignments.js';
import { requireRoleAssignment } from '../../../identity/granting/roles.js';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';

@Injectable()
export class UserAccessService {
  constructor(
    private readonly users: UserDirectory,
    private readonly reads: Reads,
    private readonly assignments: RoleAssignments,
  ) {}

  /** For another user, only the roles in projects whose users the caller sees. */
  async roles(userId: number, caller: Caller): Promise<ProjectRoles> {
    const [, roles] = await Promise.all([
      this.users.visibleTo(caller, userId),
      this.rolesOf(userId),
    ]);
    return { data: roles.filter(({ project_id }) => maySeeGrant(caller, userId, project_id)) };
  }

  /** @throws {ProblemException} as `requireRoleAssignment` and `RoleAssignments.assign` */
  async assign(
    userId: number,
    { project_id: projectId, role }: NewProjectRole,
    ifMatch: string | undefined,
    caller: Caller,
    actor: Actor,
  ): Promise<ProjectRole> {
    requireRoleAssignment(caller, projectId);
    await this.assignments.assign(
      { userId, projectId },
      { name: role, field: '/role', ifMatch },
      caller,
      actor,
    );
    const given = (await this.rolesOf(userId)).find((held) => held.project_id === projectId);
    if (!given) throw new ProblemException('not-found', 'The role was removed in the meantime');
    return given;
  }

  /**
   * @returns the group of the audit records
   * @throws {ProblemException} as `requireRoleAssignment` and `RoleAssignments.remove`
   */
  remove(target: UserInProject, caller: Caller, actor: Actor): Promise<number | null> {
    requireRoleAssignment(caller, target.projectId);
    return this.assignments.remove(target, caller, actor);
  }

  /** For another user, only the projects whose users the caller sees. */
  async show(userId: number, caller: Caller): Promise<UserAccess> {
    const [user, sources] = await Promise.all([
      this.users.visibleTo(caller, userId),
      readAccessSources(this.reads.prepared, userId),
    ]);
    const projects = presentAccess(sources);
    return {
      user_id: userId,
      email: user.email,
      is_active: user.isActive,
      projects: projects.filter(({ project_id }) => maySeeGrant(caller, userId, project_id)),
    };
  }

  private async rolesOf(userId: number): Promise<ProjectRole[]> {
    const roles = await readRolesOfUser(this.reads.prepared, userId);
    return roles.map((held) => {
      const target = { userId, projectId: held.project_id };
      return { ...held, version: roleVersion(target, held.role) };
    });
  }
}

/**
 * Groups the sources by project, in their order. A source in project 0 also applies to every other
 * project.
 */
function presentAccess(rows: readonly AccessSource[]): ProjectAccess[] {
  const everywhere = rows.flatMap((row): GrantSource[] =>
    row.kind === 'role' && row.project_id === ALL_PROJECTS_ID
      ? [{ kind: 'all-projects', role: row.role, permissions: row.permissions }]
      : [],
  );
  const names = new Map(rows.map((row) => [row.project_id, row.project_name]));
  return [...names].map(([project_id, project_name]) => {
    const own = rows.filter((row) => row.project_id === project_id).map(presentSource);
    const sources = project_id === ALL_PROJECTS_ID ? own : [...own, ...everywhere];
    const permissions = [...new Set(sources.flatMap((source) => source.permissions))].sort();
    return { project_id, project_name, permissions, sources };
  });
}

function presentSource(row: AccessSource): GrantSource {
  const { permissions } = row;
  return row.kind === 'role'
    ? { kind: 'role', role: row.role, permissions }
    : { kind: 'pod', pod_name: row.pod_name, pod_role: row.pod_role, permissions };
}
