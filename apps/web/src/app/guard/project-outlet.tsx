import { Outlet, Link } from 'react-router';
import FolderOffIcon from '~icons/ic/outline-folder-off';
import { Button } from '@mui/material';
import { PageLoading } from '../../ui/page-loading';
import { useProjectOfPage } from './use-project-of-page';
import { paths } from '../../lib/paths';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';

interface ProjectOutletProps {
  /** Null while the URL names no project; a text that is no id. */
  projectId: number | string | null;
  /** Opens the page of another project after the user has selected it. */
  leave: (selectedId: number) => void;
}

/** The page of a project in the URL, or the reason why it cannot be shown. */
export function ProjectOutlet({ projectId, leave }: ProjectOutletProps) {
  const state = useProjectOfPage(projectId, leave);
  if (state === 'waiting') return <PageLoading />;
  if (state === 'missing' && projectId !== null) return <MissingProject projectId={projectId} />;
  return <Outlet />;
}

interface MissingProjectProps {
  /** A text that is no id is named as it is in the URL. */
  projectId: number | string;
}

/** The page of a project that does not exist, or that the user may not see. */
function MissingProject({ projectId }: MissingProjectProps) {
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
