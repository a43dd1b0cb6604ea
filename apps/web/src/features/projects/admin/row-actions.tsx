import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { IconButton, Tooltip } from '@mui/material';
import type { Project } from '@portal/contracts/projects';
import type { OpenDialog } from '../../../ui/dialogs/use-dialog';
import { DeleteDialog, ProjectDialog } from './project-dialogs';
import { useMayChange, useMayManage } from './use-may-manage';

interface RowActionProps {
  project: Project;
  onOpen: OpenDialog;
}

/** Edits a project, where the user may manage it. */
export function EditButton({ project, onOpen }: RowActionProps) {
  if (!useMayChange(project.id)) return null;
  return (
    <Tooltip title="Edit">
      <IconButton
        size="small"
        aria-label={`Edit ${project.name}`}
        onClick={() => onOpen((onClose) => <ProjectDialog {...{ project, onClose }} />)}
      >
        <EditIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/** Deletes a project, where the user may manage it. */
export function DeleteButton({ project, onOpen }: RowActionProps) {
  if (!useMayManage(project.id)) return null;
  return (
    <Tooltip title="Delete">
      <IconButton
        size="small"
        aria-label={`Delete ${project.name}`}
        onClick={() => onOpen((onClose) => <DeleteDialog {...{ project, onClose }} />)}
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
