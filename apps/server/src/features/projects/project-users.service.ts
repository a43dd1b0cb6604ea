import { Injectable } from '@nestjs/common';
import type { ProjectDetails, ProjectMember, ProjectUser } from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { sql } from '@portal/persistence/sql';
import type { Actor } from '../../changes/actor.js';
import { ProblemException } from '../../problems/problem.js';
import { type UserInProject, RoleAssignments } from '../../users/role-assignments.js';
import { refuseAllProjects } from './all-projects.js';
import { ProjectsService } from './projects.service.js';

@Injectable()
export class ProjectUsersService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly projects: ProjectsService,
    private readonly assignments: RoleAssignments,
  ) {}

  /** The project with its users and their roles, by email. */
  async list(projectId: number): Promise<ProjectDetails> {
    const [project, users] = await Promise.all([
      this.projects.get(projectId),
      this.reads.query<ProjectUser>(
        sql`${selectUsers} WHERE assigned.project_id = $1 ORDER BY app_user.email`,
        [projectId],
      ),
    ]);
    return { ...project, users: [...users] };
  }

  /**
   * Assigns a role and replaces an earlier one. @throws {ProblemException} as
   * `RoleAssignments.assign`
   */
  async assign(
    target: UserInProject,
    role: string,
    caller: Caller,
    actor: Actor,
  ): Promise<ProjectUser> {
    refuseAllProjects(target.projectId);
    await this.assignments.assign(target, { name: role, field: 'role_name' }, caller, actor);
    const [user] = await this.reads.query<ProjectUser>(
      sql`${selectUsers} WHERE assigned.project_id = $1 AND assigned.user_id = $2`,
      [target.projectId, target.userId],
    );
    if (!user) throw new ProblemException('not-found', 'The role was removed in the meantime');
    return user;
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

  /** @throws {ProblemException} `not-found` if the user has no role in the project */
  async remove(target: UserInProject, actor: Actor): Promise<void> {
    refuseAllProjects(target.projectId);
    await this.assignments.remove(target, actor);
  }
}

const selectUsers = sql`
SELECT app_user.id, app_user.email, app_user.name, role.name AS role
FROM core.user_role AS assigned
JOIN core.app_user ON app_user.id = assigned.user_id
JOIN core.role ON role.id = assigned.role_id`;
