import type { Project } from '@portal/contracts/projects';
import { flushSync } from 'react-dom';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import { ProjectInputs } from './project-inputs';
import { useProjectForm } from './use-project-form';

interface ProjectDialogProps {
  /** The project to edit; a new one if absent. */
  project?: Project;
  onClose: () => void;
  onSaved?: (project: Project) => void;
}

/** Creates or edits a project. */
export default function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const versioned = useProjectForm({
    project,
    onDone: (saved) => {
      // The guard of unsaved changes blocks navigation until the dialog is gone.
      flushSync(onClose);
      onSaved?.(saved);
    },
  });
  const title = versioned.base ? `Edit ${versioned.base.name}` : 'Create Project';
  return (
    <VersionedFormDialog title={title} width={800} columns={2} form={versioned} onClose={onClose}>
      <ProjectInputs control={versioned.form.control} />
    </VersionedFormDialog>
  );
}
