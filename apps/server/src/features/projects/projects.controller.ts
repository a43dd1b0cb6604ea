import { Controller, Get } from '@nestjs/common';
import { type Project, projectListSchema } from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import { Allow } from '../../http/access.js';
import { Answers } from '../../http/answers.js';
import { CurrentCaller } from '../../http/current-caller.js';
import { ProjectsService } from './projects.service.js';

@Controller('projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Get()
  @Allow.signedIn()
  @Answers('The projects one belongs to, by name', projectListSchema)
  list(@CurrentCaller() caller: Caller): Promise<Project[]> {
    return this.projects.listFor(caller);
  }
}
