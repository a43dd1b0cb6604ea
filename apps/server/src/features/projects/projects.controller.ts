import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import {
  type FullProject,
  fullProjectSchema,
  type NewProject,
  newProjectSchema,
  type Project,
  type ProjectContents,
  projectContentsSchema,
  type ProjectInventory,
  projectInventorySchema,
  type ProjectDeletionQuery,
  projectDeletionQuerySchema,
  projectListSchema,
  type ProjectUpdate,
  projectUpdateSchema,
} from '@portal/contracts/projects';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../../db/audit-group.js';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../../http/routes/api-operation.js';
import { ProjectId } from '../../http/routes/params.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import {
  IF_MATCH,
  tagged,
  taggedUnlessHeld,
  UNCHANGED,
  VERSIONED,
} from '../../http/output/etags.js';
import { Reply } from '../../http/output/reply.js';
import { ProjectDeletion } from './project-deletion.js';
import { ProjectsService } from './projects.service.js';

@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly deletion: ProjectDeletion,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The projects of the caller, by name', projectListSchema)
  list(@CurrentCaller() caller: Caller): Promise<readonly Project[]> {
    return this.projects.listFor(caller);
  }

  @Get(':projectId')
  @Allow.membersOf('projectId')
  @ApiResponse('One project', fullProjectSchema, VERSIONED)
  @ApiResponse(...UNCHANGED)
  async get(
    @ProjectId() projectId: number,
    @Req() request: FastifyRequest,
    @Reply() reply: FastifyReply,
  ): Promise<FullProject | undefined> {
    return taggedUnlessHeld(request, reply, await this.projects.get(projectId));
  }

  @Get(':projectId/contents')
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse('The numbers of rows that are deleted with the project', projectContentsSchema)
  @ApiErrors('conflict')
  contents(@ProjectId() projectId: number): Promise<ProjectContents> {
    return this.deletion.contents(projectId);
  }

  @Get(':projectId/inventory')
  @(Allow.with('admin-view').inProject('projectId'))
  @ApiResponse('What the project has already: the steps of its set-up', projectInventorySchema)
  inventory(
    @ProjectId() projectId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectInventory> {
    return this.projects.inventory(projectId, caller);
  }

  @Post()
  @(Allow.with('project-manage').inAllProjects())
  @ApiResponse('The new project', fullProjectSchema, VERSIONED)
  @ApiErrors('conflict')
  async create(
    @Body({ schema: newProjectSchema }) project: NewProject,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<FullProject> {
    return tagged(reply, await this.projects.create(project, actor));
  }

  @Put(':projectId')
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse('The project, changed', fullProjectSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('conflict')
  async update(
    @ProjectId() projectId: number,
    @Body({ schema: projectUpdateSchema }) changes: ProjectUpdate,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<FullProject> {
    return tagged(reply, await this.projects.update(projectId, changes, ifMatch, actor));
  }

  @Post(':projectId/archive')
  @HttpCode(200)
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse('The project, archived: it is read-only', fullProjectSchema, VERSIONED)
  @ApiErrors('conflict')
  async archive(
    @ProjectId() projectId: number,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<FullProject> {
    return tagged(reply, await this.projects.archive(projectId, true, actor));
  }

  @Delete(':projectId/archive')
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse('The project, no longer archived', fullProjectSchema, VERSIONED)
  @ApiErrors('conflict')
  async bringBack(
    @ProjectId() projectId: number,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<FullProject> {
    return tagged(reply, await this.projects.archive(projectId, false, actor));
  }

  @Delete(':projectId')
  @HttpCode(204)
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse(
    'The project is deleted; with force also everything that depends on it',
    null,
    GROUP_HEADER,
  )
  @ApiErrors('conflict')
  async remove(
    @ProjectId() projectId: number,
    @Query({ schema: projectDeletionQuerySchema }) { force }: ProjectDeletionQuery,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<void> {
    sendGroup(reply, await this.deletion.remove(projectId, force, actor));
  }
}
