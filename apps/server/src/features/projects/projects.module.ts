import { Module } from '@nestjs/common';
import { ProjectDeletion } from './project-deletion.js';
import { ProjectUsersController } from './project-users.controller.js';
import { ProjectUsersService } from './project-users.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';

@Module({
  controllers: [ProjectsController, ProjectUsersController],
  providers: [ProjectsService, ProjectUsersService, ProjectDeletion],
})
export class ProjectsModule {}
