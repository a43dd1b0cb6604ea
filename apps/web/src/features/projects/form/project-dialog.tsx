import { zodResolver } from '@hookform/resolvers/zod';
import type { Project } from '@portal/contracts/projects';
import { flushSync } from 'react-dom';
import { changedFields } from '../../../forms/conflict';
import { labelIn, type FormField } from '../../../forms/field';
import { SelectInput } from '../../../forms/inputs/select-input';
import { TextInput } from '../../../forms/inputs/text-input';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import { fetchProject, useCreateProject, useUpdateProject } from '../api';
import { FIELD_LABELS } from '../project-labels';
import {
  type ProjectFields,
  projectFormSchema,
  type ProjectValues,
  STATUSES,
  TYPES,
  valuesOf,
} from './project-values';

export interface ProjectDialogProps {
  /** The project to edit; a new one if absent. */
  project?: Project;
  onClose: () => void;
  onSaved?: (project: Project) => void;
}

const resolver = zodResolver(projectFormSchema);

/** Creates or edits a project. */
export default function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const form = useVersionedForm<Project, ProjectValues, ProjectFields>({
    item: project,
    fields: project ? FIELDS : FIELDS_OF_NEW,
    valuesOf,
    resolver,
    changeOf: changedFields,
    fetchCurrent: ({ id }) => fetchProject(id),
    create: useCreateProject(),
    update: useUpdateProject(),
    failed: project ? 'Failed to update project' : 'Failed to create project',
    onDone: (saved) => {
      // The guard of unsaved changes blocks navigation until the dialog is gone.
      flushSync(onClose);
      onSaved?.(saved);
    },
  });
  const title = form.base ? `Edit ${form.base.name}` : 'Create Project';
  return <VersionedFormDialog {...{ title, form, onClose }} width={800} columns={2} />;
}

const FIELDS: readonly FormField<keyof ProjectValues>[] = [
  {
    name: 'name',
    label: FIELD_LABELS.name,
    required: true,
    wide: true,
    input: (props) => <TextInput {...props} maxLength={200} />,
  },
  {
    name: 'status',
    label: FIELD_LABELS.status,
    input: (props) => <SelectInput {...props} options={STATUSES} />,
    show: labelIn(STATUSES),
  },
  {
    name: 'project_type',
    label: FIELD_LABELS.project_type,
    input: (props) => <SelectInput {...props} options={TYPES} />,
    show: labelIn(TYPES),
  },
  {
    name: 'client',
    label: FIELD_LABELS.client,
    input: (props) => <TextInput {...props} maxLength={200} />,
  },
  {
    name: 'turing_project_id',
    label: FIELD_LABELS.turing_project_id,
    hint: 'Only if your files name the project by a number.',
    input: (props) => <TextInput {...props} maxLength={16} inputMode="numeric" />,
  },
  {
    name: 'claims_per_reviewer',
    label: FIELD_LABELS.claims_per_reviewer,
    hint: 'How many waiting tasks one reviewer may have at a time, from 1 to 20.',
    input: (props) => <TextInput {...props} maxLength={2} inputMode="numeric" />,
  },
  {
    name: 'rounds_until_stuck',
    label: FIELD_LABELS.rounds_until_stuck,
    hint: 'A task that came back so often leaves the review queue for the pod lead, from 1 to 20.',
    input: (props) => <TextInput {...props} maxLength={2} inputMode="numeric" />,
  },
  {
    name: 'labeling_tool_base_path',
    label: FIELD_LABELS.labeling_tool_base_path,
    hint: 'Start of the URL of a task in the labeling tool, such as https://label.example.com/task/',
    wide: true,
    input: (props) => <TextInput {...props} maxLength={2000} inputMode="url" />,
  },
  {
    name: 'description',
    label: FIELD_LABELS.description,
    wide: true,
    input: (props) => <TextInput {...props} maxLength={5000} multiline minRows={3} />,
  },
];

/** What the name of the project in files is belongs to the first file, not to a project without any. */
const FIELDS_OF_NEW = FIELDS.filter(({ name }) => name !== 'turing_project_id');
