import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Query } from '@nestjs/common';
import {
  type ProjectAssignmentQuery,
  projectAssignmentQuerySchema,
  type ProjectDetails,
  projectDetailsSchema,
  type ProjectMember,
  projectMemberSchema,
  type ProjectUser,
  projectUserSchema,
} from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../../db/audit-group.js';
import { ASSIGN_PERMISSIONS } from '@portal/domain/users';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../../http/routes/api-operation.js';
import { ProjectId, UserId } from '../../http/routes/params.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { IF_MATCH, tagged, VERSIONED } from '../../http/output/etags.js';
import { Reply } from '../../http/output/reply.js';
import { ProjectUsersService } from './project-users.service.js';

/** The users of a project and their roles. */
@Controller('projects/:projectId/users')
export class ProjectUsersController {
  constructor(private readonly users: ProjectUsersService) {}

  @Get()
  @(Allow.withOneOf('user-view', 'project-manage').inProject('projectId'))
  @ApiResponse('The project with its users and their roles, by email', projectDetailsSchema)
  list(@ProjectId() projectId: number): Promise<ProjectDetails> {
    return this.users.list(projectId);
  }

  @Post()
  @HttpCode(200)
  @(Allow.withOneOf(...ASSIGN_PERMISSIONS).inProject('projectId'))
  @ApiResponse('The email and the assigned role; no other data of the user', projectMemberSchema)
  @ApiErrors('conflict')
  assignByEmail(
    @ProjectId() projectId: number,
    @Body({ schema: projectMemberSchema }) member: ProjectMember,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ProjectMember> {
    return this.users.assignByEmail(projectId, member, caller, actor);
  }

  @Post(':userId')
  @HttpCode(200)
  @(Allow.withOneOf('project-manage', 'project-admin').inProject('projectId'))
  @ApiResponse('The user with the assigned role', projectUserSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('conflict')
  async assign(
    @ProjectId() projectId: number,
    @UserId() userId: number,
    @Query({ schema: projectAssignmentQuerySchema }) { role_name }: ProjectAssignmentQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<ProjectUser> {
    const target = { userId, projectId };
    return tagged(reply, await this.users.assign(target, role_name, ifMatch, caller, actor));
  }

  @Delete(':userId')
  @HttpCode(204)
  @(Allow.withOneOf('project-manage', 'project-admin').inProject('projectId'))
  @ApiResponse('The role assignment is removed', null, GROUP_HEADER)
  @ApiErrors('conflict')
  async remove(
    @ProjectId() projectId: number,
    @UserId() userId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<void> {
    sendGroup(reply, await this.users.remove({ userId, projectId }, caller, actor));
  }
}
