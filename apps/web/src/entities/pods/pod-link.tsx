import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../lib/paths';
import { mayAnywhere, mayIn } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';

interface PodLinkProps {
  podName: string;
  /** The project of the pod, if it is known. */
  projectId?: number | undefined;
}

/** The name of a pod; it leads to its page, for users who may open that. */
export function PodLink({ podName, projectId }: PodLinkProps) {
  const to = usePodPath(podName, projectId);
  return to === undefined ? (
    <>{podName}</>
  ) : (
    <Link component={RouterLink} to={to} underline="always" sx={{ overflowWrap: 'anywhere' }}>
      {podName}
    </Link>
  );
}

/** The page of a pod; undefined for users who may not open it. */
export function usePodPath(podName: string, projectId?: number): string | undefined {
  const session = useSessionStore((state) => state.session);
  const opens =
    projectId === undefined
      ? mayAnywhere(session, 'pod-info-public-view')
      : mayIn(projectId, session, ['pod-info-public-view']);
  return opens ? paths.pod(podName) : undefined;
}
