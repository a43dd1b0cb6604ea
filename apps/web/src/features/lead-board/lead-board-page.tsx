import { usePod } from '../../session/open-pod';
import { LeadBoard } from './lead-board';

/** The Pod Lead Dashboard of the open pod. */
export function LeadBoardPage() {
  const { podName, projectId } = usePod();
  return <LeadBoard key={podName} projectId={projectId} podName={podName} />;
}
