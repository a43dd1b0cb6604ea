import { Body, Controller, Delete, Get, Headers, HttpCode, Post } from '@nestjs/common';
import {
  type NewProjectRole,
  newProjectRoleSchema,
  type ProjectRole,
  projectRoleSchema,
  type ProjectRoles,
  projectRolesSchema,
  type UserAccess,
  userAccessSchema,
} from '@portal/contracts/user-access';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../../../db/audit-group.js';
import { Allow } from '../../../http/routes/access.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../../../http/routes/api-operation.js';
import { ProjectId, UserId } from '../../../http/routes/params.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { IF_MATCH, tagged, VERSIONED } from '../../../http/output/etags.js';
import { Reply } from '../../../http/output/reply.js';
import { UserAccessService } from './user-access.service.js';

/** Roles and access of one user; the service limits them to what the caller may see. */
@Controller('auth/users/:userId')
export class UserAccessController {
  constructor(private readonly access: UserAccessService) {}

  @Get('project-roles')
  @Allow.signedIn()
  @ApiResponse('The roles of the user, by project', projectRolesSchema)
  roles(@UserId() userId: number, @CurrentCaller() caller: Caller): Promise<ProjectRoles> {
    return this.access.roles(userId, caller);
  }

  @Post('project-roles')
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse('The assigned role; it replaces an earlier one', projectRoleSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('forbidden', 'conflict')
  async assign(
    @UserId() userId: number,
    @Body({ schema: newProjectRoleSchema }) role: NewProjectRole,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<ProjectRole> {
    return tagged(reply, await this.access.assign(userId, role, ifMatch, caller, actor));
  }

  @Delete('project-roles/:projectId')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The role assignment is removed', null, GROUP_HEADER)
  @ApiErrors('forbidden', 'conflict')
  async remove(
    @UserId() userId: number,
    @ProjectId() projectId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<void> {
    sendGroup(reply, await this.access.remove({ userId, projectId }, caller, actor));
  }

  @Get('access')
  @Allow.signedIn()
  @ApiResponse('The permissions of the user in each project, with their sources', userAccessSchema)
  show(@UserId() userId: number, @CurrentCaller() caller: Caller): Promise<UserAccess> {
    return this.access.show(userId, caller);
  }
}
