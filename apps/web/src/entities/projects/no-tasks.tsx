import UploadFileIcon from '~icons/ic/outline-upload-file';
import { Button, Card } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { MessagePanel } from '../../ui/message-panel';

/** Why a page of numbers is empty, and who fills it: the reader, or somebody else. */
export function useNoTasksText(): string {
  return useMay()(['data-upload'])
    ? 'This project has no tasks yet. Import a file of them, and this page fills by itself.'
    : 'This project has no tasks yet. Its administrators import them, and this page then fills by itself.';
}

/** Stands above the numbers of a project without tasks. */
export function NoTasks() {
  const detail = useNoTasksText();
  const may = useMay();
  const imports = may(['data-upload']) && may(['admin-view']);
  return (
    <Card sx={{ mb: 2 }}>
      <MessagePanel
        icon={UploadFileIcon}
        title="No tasks yet"
        detail={detail}
        action={
          imports && (
            <Button component={Link} to={paths.adminTasks} variant="contained">
              Import tasks
            </Button>
          )
        }
      />
    </Card>
  );
}
