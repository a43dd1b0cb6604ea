import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  type NewProject,
  newProjectSchema,
  type Project,
  type ProjectDeletionQuery,
  projectDeletionQuerySchema,
  projectListSchema,
  projectSchema,
  type ProjectUpdate,
  projectUpdateSchema,
} from '@portal/contracts/projects';
import { idParamSchema } from '@portal/contracts/scalars';
import { type Actor, CurrentActor } from '../../changes/actor.js';
import type { Caller } from '@portal/domain/caller';
import { Allow } from '../../auth/access.js';
import { ApiResponse, ApiErrors } from '../../openapi/api-operation.js';
import { CurrentCaller } from '../../auth/current-caller.js';
import { ProjectDeletion } from './project-deletion.js';
import { ProjectsService } from './projects.service.js';

const ProjectId = () => Param('projectId', { schema: idParamSchema });

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
  @ApiResponse('One project', projectSchema)
  get(@ProjectId() projectId: number): Promise<Project> {
    return this.projects.get(projectId);
  }

  @Post()
  @(Allow.with('project-manage').inAllProjects())
  @ApiResponse('The new project', projectSchema)
  @ApiErrors('conflict')
  create(
    @Body({ schema: newProjectSchema }) project: NewProject,
    @CurrentActor() actor: Actor,
  ): Promise<Project> {
    return this.projects.create(project, actor);
  }

  @Put(':projectId')
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse('The project, changed', projectSchema)
  @ApiErrors('conflict')
  update(
    @ProjectId() projectId: number,
    @Body({ schema: projectUpdateSchema }) changes: ProjectUpdate,
    @CurrentActor() actor: Actor,
  ): Promise<Project> {
    return this.projects.update(projectId, changes, actor);
  }

  @Delete(':projectId')
  @HttpCode(204)
  @(Allow.with('project-manage').inProject('projectId'))
  @ApiResponse('The project is deleted; with force also everything that depends on it', null)
  @ApiErrors('conflict')
  remove(
    @ProjectId() projectId: number,
    @Query({ schema: projectDeletionQuerySchema }) { force }: ProjectDeletionQuery,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.deletion.remove(projectId, force, actor);
  }
}
