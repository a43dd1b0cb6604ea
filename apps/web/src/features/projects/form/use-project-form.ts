import { zodResolver } from '@hookform/resolvers/zod';
import type { Project } from '@portal/contracts/projects';
import { changedFields, labelIn, type FormField } from '../../../forms/conflict';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { fetchProject, useCreateProject, useUpdateProject } from '../api';
import {
  FIELD_LABELS,
  type ProjectField,
  type ProjectFields,
  projectFormSchema,
  STATUSES,
  TYPES,
  type ProjectValues,
  valuesOf,
} from './project-values';

interface ProjectFormOptions {
  /** The project to edit; a new one if absent. */
  project: Project | undefined;
  /** Called with the saved project. */
  onDone: (saved: Project) => void;
}

const resolver = zodResolver(projectFormSchema);

/** The form of a project. */
export function useProjectForm({ project, onDone }: ProjectFormOptions) {
  return useVersionedForm<Project, ProjectValues, ProjectFields>({
    item: project,
    fields: FIELDS,
    valuesOf,
    resolver,
    changeOf: changedFields,
    fetchCurrent: ({ id }) => fetchProject(id),
    create: useCreateProject(),
    update: useUpdateProject(),
    failed: project ? 'Failed to update project' : 'Failed to create project',
    onDone,
  });
}

const FIELDS: readonly FormField<ProjectField>[] = [
  { name: 'name', label: FIELD_LABELS.name },
  { name: 'description', label: FIELD_LABELS.description },
  { name: 'client', label: FIELD_LABELS.client },
  { name: 'status', label: FIELD_LABELS.status, show: labelIn(STATUSES) },
  { name: 'project_type', label: FIELD_LABELS.project_type, show: labelIn(TYPES) },
  { name: 'turing_project_id', label: FIELD_LABELS.turing_project_id },
  { name: 'labeling_tool_base_path', label: FIELD_LABELS.labeling_tool_base_path },
];
