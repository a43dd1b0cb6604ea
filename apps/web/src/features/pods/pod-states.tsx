import DriveFileMoveIcon from '~icons/ic/outline-drive-file-move';
import GroupOffIcon from '~icons/ic/outline-group-off';
import SyncProblemIcon from '~icons/ic/baseline-sync-problem';
import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { useOwnProject } from '../../entities/projects/api';
import { messageOf } from '../../lib/api-error';
import { paths } from '../../lib/paths';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';
import { podKey } from '../../entities/pods/api';
import { FailurePanel } from '../../ui/failure';
import type { MovedTo } from './use-opening';

/** The page of a pod that the user does not see, or does not see any more. */
export function MissingPod({ podName, wasOpen }: { podName: string; wasOpen: boolean }) {
  useDocumentTitle('Pod not found');
  return (
    <MessagePanel
      icon={GroupOffIcon}
      level="h1"
      title={wasOpen ? 'This pod is no longer available' : 'Pod not found'}
      detail={
        wasOpen
          ? `'${podName}' was deleted or renamed, or you no longer have access to it.`
          : `There is no pod named '${podName}', or you do not have access to it.`
      }
      action={
        <Button component={Link} to={paths.dashboard} variant="outlined">
          Go to Dashboard
        </Button>
      }
    />
  );
}

interface MovedPodProps {
  podName: string;
  /** Id of the former project. */
  from: number;
  to: MovedTo;
  /** Shows the pod where it is now. */
  onReopen: () => void;
}

/** The page of a pod that was renamed or moved to another project while it was open. */
export function MovedPod({ podName, from, to, onReopen }: MovedPodProps) {
  useDocumentTitle(to.pod_name);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const project = useOwnProject(to.project_id)?.name ?? 'another project';
  const renamed = to.pod_name !== podName;
  const moved = to.project_id !== from;
  const changes = [
    ...(renamed ? [`is now called '${to.pod_name}'`] : []),
    ...(moved ? [`now belongs to ${project}`] : []),
  ];

  async function open(): Promise<void> {
    const [, , , ...page] = pathname.split('/');
    await client.invalidateQueries({ queryKey: podKey(to.pod_name) });
    onReopen();
    await navigate([paths.pod(to.pod_name), ...page].join('/'), { replace: true });
  }

  return (
    <MessagePanel
      icon={DriveFileMoveIcon}
      level="h1"
      title={renamed ? 'This pod was renamed' : 'This pod was moved'}
      detail={`'${podName}' ${changes.join(' and ')}.`}
      action={
        <Button variant="contained" onClick={() => void open()}>
          Open {to.pod_name}
        </Button>
      }
    />
  );
}

interface FailedPodProps {
  podName: string;
  error: unknown;
  onRetry: () => void;
}

/** The page of a pod that could not be loaded. */
export function FailedPod({ podName, error, onRetry }: FailedPodProps) {
  useDocumentTitle(podName);
  return (
    <FailurePanel
      icon={SyncProblemIcon}
      level="h1"
      title="The pod could not be loaded"
      detail={messageOf(error, 'The request failed')}
      onRetry={onRetry}
    />
  );
}
