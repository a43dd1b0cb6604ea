import type { Project } from '@portal/contracts/projects';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { useArchiveProject } from '../api';

interface ArchiveDialogProps {
  project: Pick<Project, 'id' | 'name'>;
  onClose: () => void;
}

/** Says what an archive means, and archives the project. */
export default function ArchiveDialog({ project, onClose }: ArchiveDialogProps) {
  const archive = useArchiveProject();
  return (
    <ConfirmDialog
      title={`Archive ${project.name}?`}
      text="It leaves the selectors and lists, and is read-only for everybody: no imports, no edits, no roles. Its numbers can still be read, and it can be brought back at any time."
      confirm="Archive"
      cancel="Cancel"
      color="primary"
      onConfirm={() => {
        archive.mutate({ id: project.id, isArchived: true });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
