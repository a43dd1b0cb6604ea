import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { ProjectDeletion } from './project-deletion.js';
import { ProjectUsersController } from './project-users.controller.js';
import { ProjectUsersService } from './project-users.service.js';
import { PROJECTS } from './projects.list.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';

@Module({
  controllers: [listController(PROJECTS, ['get']), ProjectsController, ProjectUsersController],
  providers: [ProjectsService, ProjectUsersService, ProjectDeletion],
})
export class ProjectsModule {}
