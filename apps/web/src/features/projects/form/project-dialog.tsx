import type { Project } from '@portal/contracts/projects';
import { flushSync } from 'react-dom';
import { ConflictDialog } from '../../../crud/form/conflict-dialog';
import { FormDialog } from '../../../ui/dialogs/form-dialog';
import { ProjectInputs } from './project-inputs';
import { useProjectForm } from './use-project-form';

interface ProjectDialogProps {
  /** The project to edit; a new one if absent. */
  project?: Project;
  onClose: () => void;
  onSaved?: (project: Project) => void;
}

/** Creates or edits a project; a stale edit shows both values instead of the form. */
export default function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const form = useProjectForm({
    project,
    onDone: (saved) => {
      // The guard of unsaved changes blocks navigation until the dialog is gone.
      flushSync(onClose);
      onSaved?.(saved);
    },
  });
  const title = project ? `Edit ${project.name}` : 'Create Project';

  if (form.conflict) {
    return (
      <ConflictDialog
        title={title}
        width={800}
        conflict={form.conflict}
        isSaving={form.isSaving}
        onClose={onClose}
        onResolve={form.resolve}
      />
    );
  }
  return (
    <FormDialog
      title={title}
      width={800}
      columns={2}
      submitLabel={project ? 'Save Changes' : 'Create'}
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      failure={form.failure}
      error={form.error}
      onSubmit={(event) => void form.submit(event)}
      onClose={onClose}
    >
      <ProjectInputs control={form.control} />
    </FormDialog>
  );
}
