import { Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Project } from '@portal/contracts/projects';
import { belongsTo, type Caller } from '@portal/domain/caller';
import { Project as ProjectEntity } from '@portal/persistence/entities/project';
import { DataSource, In, type Repository } from 'typeorm';
import { presentProject } from './project.presenter.js';

@Injectable()
export class ProjectsService {
  private readonly projects: Repository<ProjectEntity>;

  constructor(dataSource: DataSource) {
    this.projects = dataSource.getRepository(ProjectEntity);
  }

  /** The projects the caller belongs to, by name; project 0 first, for those who hold it. */
  async listFor(caller: Caller): Promise<Project[]> {
    const found = await this.projects.find({
      where: belongsTo(caller, ALL_PROJECTS_ID)
        ? {}
        : { id: In(caller.grants.map((grant) => grant.project_id)) },
      order: { name: 'ASC', id: 'ASC' },
    });
    const [all, own] = [
      found.filter((project) => project.id === ALL_PROJECTS_ID),
      found.filter((project) => project.id !== ALL_PROJECTS_ID),
    ];
    return [...all, ...own].map(presentProject);
  }
}
