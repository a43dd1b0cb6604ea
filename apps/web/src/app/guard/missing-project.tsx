import FolderOffIcon from '~icons/ic/outline-folder-off';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';

interface MissingProjectProps {
  /** A text that is no id is named as it is in the URL. */
  projectId: number | string;
}

/** The page of a project that does not exist, or that the user may not see. */
export function MissingProject({ projectId }: MissingProjectProps) {
  useDocumentTitle('Project not found');
  return (
    <MessagePanel
      icon={FolderOffIcon}
      level="h1"
      title="Project not found"
      detail={
        typeof projectId === 'number'
          ? `There is no project with the id ${projectId}, or you do not have access to it.`
          : `'${projectId}' is not the id of a project.`
      }
      action={
        <Button component={Link} to={paths.dashboard} variant="outlined">
          Go to Dashboard
        </Button>
      }
    />
  );
}
