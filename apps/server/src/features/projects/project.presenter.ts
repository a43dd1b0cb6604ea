import type { Project } from '@portal/contracts/projects';
import type { Project as ProjectEntity } from '@portal/persistence/entities/project';

export function presentProject(project: ProjectEntity): Project {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    turing_project_id: project.turingProjectId,
    status: project.status,
    project_type: project.projectType,
    client: project.client,
    labeling_tool_base_path: project.labelingToolBasePath,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
  };
}
