import { Controller, Post } from '@nestjs/common';
import { type SampleProject, sampleProjectSchema } from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { Allow } from '../../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../../http/routes/api-operation.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { SampleProjectService } from './sample-project.service.js';

@Controller('projects/sample')
export class SampleProjectController {
  constructor(private readonly samples: SampleProjectService) {}

  @Post()
  @(Allow.with('project-manage').inAllProjects())
  @ApiResponse('The sample project, and the import that fills it', sampleProjectSchema)
  @ApiErrors('conflict', 'too-many-imports')
  create(@CurrentCaller() caller: Caller, @CurrentActor() actor: Actor): Promise<SampleProject> {
    return this.samples.create(caller, actor);
  }
}
