import { Injectable } from '@nestjs/common';
import type { ProjectDetails, ProjectMember, ProjectUser } from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import { sql } from '@portal/persistence/sql';
import type { Actor } from '../../db/actor.js';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import {
  RoleAssignments,
  roleVersion,
  type UserInProject,
} from '../../identity/power/role-assignments.js';
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
      this.reads.prepared.query<UserRow>(
        sql`${selectUsers} WHERE assigned.project_id = $1 ORDER BY app_user.email`,
        [projectId],
      ),
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
    const [user] = await this.reads.prepared.query<UserRow>(
      sql`${selectUsers} WHERE assigned.project_id = $1 AND assigned.user_id = $2`,
      [target.projectId, target.userId],
    );
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

type UserRow = Omit<ProjectUser, 'version'>;

function presentUser(projectId: number, user: UserRow): ProjectUser {
  return { ...user, version: roleVersion({ userId: user.id, projectId }, user.role) };
}

const selectUsers = sql`
SELECT app_user.id, app_user.email, app_user.name, role.name AS role
FROM core.user_role AS assigned
JOIN core.app_user ON app_user.id = assigned.user_id
JOIN core.role ON role.id = assigned.role_id`;
