import { Controller, Get } from '@nestjs/common';
import { type ProjectWork, projectsWorkSchema } from '@portal/contracts/projects-work';
import { type Caller, projectsWhere } from '@portal/domain/caller';
import { readProjectsWork } from '@portal/persistence/dashboards/projects-work';
import { Reads } from '../../db/pools.js';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';

@Controller('projects/work')
export class ProjectsWorkController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The work of the projects that the caller manages', projectsWorkSchema)
  list(@CurrentCaller() caller: Caller): Promise<ProjectWork[]> {
    return readProjectsWork(
      this.reads.prepared,
      projectsWhere(caller, ['data-upload', 'project-admin', 'admin-view']),
      projectsWhere(caller, ['data-upload']),
      projectsWhere(caller, ['project-admin']),
    );
  }
}
