import { Injectable } from '@nestjs/common';
import type { ProjectDetails, ProjectMember, ProjectUser } from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import {
  readProjectUser,
  readProjectUsers,
  type UserWithRole,
} from '@portal/persistence/projects/project-users';
import type { UserInProject } from '@portal/persistence/roles/assigned-roles';
import type { Actor } from '../../db/actor.js';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { RoleAssignments, roleVersion } from '../../identity/granting/role-assignments.js';
import { refuseAllProjects } from './all-projects.js';
import { ProjectsService } from './projects.service.js';

@Injectable()
export class ProjectUsersService {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly assignments: RoleAssignments,
  ) {}

  /** The project with its users and their roles, by email. */
  async list(projectId: number): Promise<ProjectDetails> {
    const [project, users] = await Promise.all([
      this.projects.get(projectId),
      readProjectUsers(this.reads.prepared, projectId),
    ]);
    return { ...project, users: users.map((user) => presentUser(projectId, user)) };
  }

  /**
   * Assigns a role and replaces an earlier one. @throws {ProblemException} as
   * `RoleAssignments.assign`
   */
  async assign(
    target: UserInProject,
    role: string,
    ifMatch: string | undefined,
    caller: Caller,
    actor: Actor,
  ): Promise<ProjectUser> {
    refuseAllProjects(target.projectId);
    const expected = { name: role, field: 'role_name', ifMatch };
    await this.assignments.assign(target, expected, caller, actor);
    const user = await readProjectUser(this.reads.prepared, target);
    if (!user) throw new ProblemException('not-found', 'The role was removed in the meantime');
    return presentUser(target.projectId, user);
  }

  /**
   * Assigns a role to the user with this email, and returns only what the caller sent.
   * @throws {ProblemException} as `RoleAssignments.assignByEmail`
   */
  async assignByEmail(
    projectId: number,
    member: ProjectMember,
    caller: Caller,
    actor: Actor,
  ): Promise<ProjectMember> {
    refuseAllProjects(projectId);
    await this.assignments.assignByEmail(
      { value: member.email, field: '/email' },
      projectId,
      { name: member.role_name, field: '/role_name' },
      caller,
      actor,
    );
    return member;
  }

  /**
   * @returns the group of the audit records
   * @throws {ProblemException} as `RoleAssignments.remove`
   */
  remove(target: UserInProject, caller: Caller, actor: Actor): Promise<number | null> {
    refuseAllProjects(target.projectId);
    return this.assignments.remove(target, caller, actor);
  }
}

function presentUser(projectId: number, user: UserWithRole): ProjectUser {
  return { ...user, version: roleVersion({ userId: user.id, projectId }, user.role) };
}
