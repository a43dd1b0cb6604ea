import FolderOffIcon from '@mui/icons-material/FolderOffOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';

/** The page of a project that does not exist, or that the user may not see. */
export function MissingProject({ projectId }: { projectId: number }) {
  useDocumentTitle('Project not found');
  return (
    <MessagePanel
      icon={FolderOffIcon}
      level="h1"
      title="Project not found"
      detail={`There is no project with the id ${projectId}, or you do not have access to it.`}
      action={
        <Button component={Link} to={paths.dashboard} variant="outlined">
          Go to Dashboard
        </Button>
      }
    />
  );
}
