import { zodResolver } from '@hookform/resolvers/zod';
import {
  type NewProject,
  type Project,
  type ProjectUpdate,
  projectUpdateSchema,
} from '@portal/contracts/projects';
import { useMemo, useState, type BaseSyntheticEvent } from 'react';
import { useForm, type Control } from 'react-hook-form';
import {
  conflictOf,
  isStale,
  resolved,
  type Conflict,
  type Side,
} from '../../../crud/form/conflict';
import { useMetadata } from '../../../crud/requests/metadata';
import { ApiError, detailOf } from '../../../lib/api-error';
import { useCreateProject } from '../requests/create-project';
import { fetchProject } from '../requests/project';
import { PROJECT_LIST } from '../requests/project-keys';
import { useUpdateProject } from '../requests/update-project';
import {
  changesOf,
  isProjectField,
  projectFormSchema,
  type ProjectFields,
  type ProjectValues,
  valuesOf,
  worded,
} from './project-values';

interface ProjectFormState {
  readonly control: Control<ProjectValues, unknown, ProjectFields>;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What the server refuses, if it is not at a field of the form. */
  readonly failure: string | null;
  /** The error of the last attempt to save. */
  readonly error: Error | null;
  /** The project has changed since it was read. */
  readonly conflict: StaleProject | null;
  readonly submit: (event: BaseSyntheticEvent) => Promise<void>;
  /** Saves the chosen values over the current project. */
  readonly resolve: (sides: Readonly<Record<string, Side>>) => void;
}

interface StaleProject extends Conflict {
  readonly project: Project;
}

interface ProjectFormOptions {
  /** The project to edit; a new one if absent. */
  project: Project | undefined;
  /** Called with the saved project. */
  onDone: (saved: Project) => void;
}

/** State of the form of a project: checks, saves, refusals and conflicts. */
export function useProjectForm({ project, onDone }: ProjectFormOptions): ProjectFormState {
  const defaultValues = useMemo(() => valuesOf(project), [project]);
  const { control, handleSubmit, formState, setError } = useForm<
    ProjectValues,
    unknown,
    ProjectFields
  >({ resolver: zodResolver(projectFormSchema), defaultValues, mode: 'onTouched' });
  const create = useCreateProject();
  const update = useUpdateProject();
  const { data: meta } = useMetadata(PROJECT_LIST);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<StaleProject | null>(null);

  function save(fields: ProjectFields): void {
    setFailure(null);
    if (project) send(project, changesOf(project, fields));
    else create.mutate(newProjectOf(fields), { onSuccess: onDone, onError: refuse });
  }

  function send(before: Project, change: ProjectUpdate): void {
    if (Object.keys(change).length === 0) {
      onDone(before);
      return;
    }
    update.mutate(
      { before, change },
      {
        onSuccess: onDone,
        onError: (error) => (isStale(error) ? void compare(before, change, error) : refuse(error)),
      },
    );
  }

  /** Reads the current project, so that the user can choose between the values. */
  async function compare(before: Project, change: ProjectUpdate, stale: ApiError): Promise<void> {
    try {
      const current = await fetchProject(before.id);
      if (!meta) throw stale;
      const fields = meta.fields.filter(({ name }) => isProjectField(name));
      const edit = { before, current, change: { ...change }, stale };
      setConflict({ ...conflictOf(fields, edit), project: current });
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    setConflict(null);
    const items = error instanceof ApiError ? error.errors : [];
    let isAtField = false;
    for (const { pointer, detail } of items) {
      const name = pointer.slice(1);
      if (!isProjectField(name)) continue;
      isAtField = true;
      setError(name, { message: worded(name, detail) });
    }
    const fallback = project ? 'Failed to update project' : 'Failed to create project';
    if (!isAtField) setFailure(detailOf(error, fallback));
  }

  return {
    control,
    isDirty: formState.isDirty && !create.isSuccess && !update.isSuccess,
    isSaving: create.isPending || update.isPending,
    failure,
    error: create.error ?? update.error,
    conflict,
    submit: handleSubmit(save),
    resolve: (sides) => {
      if (conflict) send(conflict.project, projectUpdateSchema.parse(resolved(conflict, sides)));
    },
  };
}

/** Without empty fields, which the server completes. */
function newProjectOf(fields: ProjectFields): NewProject {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), name: fields.name };
}
