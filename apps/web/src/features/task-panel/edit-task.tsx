import { DialogContent } from '@mui/material';
import { useMetadata } from '../../lists/api';
import { ItemDialog } from '../../lists/list-dialogs';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { FailurePanel } from '../../ui/failure';
import { PageLoading } from '../../ui/page-loading';
import { QueryView } from '../../ui/query-view';

interface EditTaskProps {
  taskId: number;
  onClose: () => void;
}

/** The form of a task, as the list of all tasks has it. */
export default function EditTask({ taskId, onClose }: EditTaskProps) {
  const metadata = useMetadata('/tasks/tasks-crud/');
  if (metadata.data) {
    // The dialog reads the task itself.
    return (
      <ItemDialog
        meta={metadata.data}
        item={{ turing_task_id: taskId, version: '' }}
        onClose={onClose}
      />
    );
  }
  return (
    <AppDialog title={`Edit task ${taskId}`} width={800} onClose={onClose}>
      <DialogContent>
        <QueryView
          query={metadata}
          pending={<PageLoading />}
          renderFailure={(_error, onRetry) => (
            <FailurePanel
              title="Failed to load metadata"
              detail="The form needs the description of its fields."
              onRetry={onRetry}
            />
          )}
        >
          {() => null}
        </QueryView>
      </DialogContent>
    </AppDialog>
  );
}
