import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { MAX_RECORDED_TASKS } from '@portal/contracts/audit';
import type { Project, ProjectContents } from '@portal/contracts/projects';
import { detailOf } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { TypeToConfirmDialog } from '../../../ui/dialogs/type-to-confirm-dialog';
import { useArchiveProject, useDeleteProject, useProjectContents } from '../api';
import { FailureAlert } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';

export interface DeleteDialogProps {
  project: Pick<Project, 'id' | 'name' | 'archived_at' | 'is_sample'>;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

/** Shows what is deleted with a project, and deletes it once the user has typed its name. */
export default function DeleteDialog({ project, onClose, onDeleted }: DeleteDialogProps) {
  const counted = useProjectContents(project.id);
  const contents = counted.data;
  const remove = useDeleteProject();
  const archive = useArchiveProject();

  function confirm(): void {
    if (contents === undefined) return;
    remove.mutate(
      // Without contents the server also refuses what has been added meanwhile.
      { projectId: project.id, force: hasContents(contents) },
      {
        onSuccess: () => {
          onClose();
          onDeleted?.();
        },
        onError: () => void counted.refetch(),
      },
    );
  }

  return (
    <TypeToConfirmDialog
      title={`Delete ${project.name}?`}
      field={{ label: 'Name of the project', text: project.name }}
      action="Delete"
      isReady={contents !== undefined}
      change={remove}
      fallback="Failed to delete project"
      onConfirm={confirm}
      onClose={onClose}
    >
      <QueryView
        query={counted}
        pending={<Skeleton variant="rounded" height={120} />}
        renderFailure={(error, onRetry) => (
          <FailureAlert
            title={detailOf(error, 'The contents of the project could not be counted')}
            onRetry={onRetry}
          />
        )}
      >
        {(counts) => <Contents contents={counts} />}
      </QueryView>
      {project.archived_at === null && (
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              size="small"
              loading={archive.isPending}
              onClick={() =>
                archive.mutate({ id: project.id, isArchived: true }, { onSuccess: onClose })
              }
            >
              Archive instead
            </Button>
          }
        >
          An archived project is hidden and read-only, keeps everything, and can be brought back.
        </Alert>
      )}
      {project.is_sample && (
        <Typography variant="body2">
          The invented people stay as users who cannot sign in. Search the users for{' '}
          <strong>@sample.invalid</strong> to delete them.
        </Typography>
      )}
      <Typography variant="body2">
        Type <strong>{project.name}</strong> to delete the project for all users.
        {contents && contents.tasks > MAX_RECORDED_TASKS && ' This cannot be undone.'}
      </Typography>
    </TypeToConfirmDialog>
  );
}

function Contents({ contents }: { contents: ProjectContents }) {
  const parts = partsOf(contents);
  return (
    <Alert severity={hasContents(contents) ? 'error' : 'info'}>
      {parts.length === 0 ? 'The project is empty.' : 'This is deleted with the project:'}
      {parts.length > 0 && (
        <Box
          component="ul"
          aria-label="Deleted with the project"
          sx={{ listStyle: 'disc', pl: 2.5 }}
        >
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

/** Roles alone do not need `force`. */
function hasContents(contents: ProjectContents): boolean {
  return Object.entries(contents).some(([name, count]) => name !== 'role_assignments' && count > 0);
}

function partsOf(contents: ProjectContents): string[] {
  const counts = new Map(Object.entries(contents));
  return Object.entries(WORDS).flatMap(([name, [one, many]]) => {
    const count = counts.get(name) ?? 0;
    return count > 0 ? [plural(count, one, many)] : [];
  });
}

const WORDS: Readonly<Record<keyof ProjectContents, readonly [one: string, many: string]>> = {
  tasks: ['task with its reviews', 'tasks with their reviews'],
  batches: ['batch', 'batches'],
  pods: ['pod with its members and targets', 'pods with their members and targets'],
  custom_stats: ['custom statistic', 'custom statistics'],
  alerts: ['alert', 'alerts'],
  file_formats: ['file format', 'file formats'],
  review_reasons: ['review reason', 'review reasons'],
  webhooks: ['webhook with its log', 'webhooks with their logs'],
  role_assignments: ['role assignment', 'role assignments'],
};
