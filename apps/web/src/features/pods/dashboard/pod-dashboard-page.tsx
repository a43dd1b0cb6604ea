import { Button, Card } from '@mui/material';
import GroupsIcon from '~icons/ic/outline-groups';
import { Link } from 'react-router';
import { Freshness } from '../../../live/freshness';
import { useProjectUpdates } from '../../../live/live-query';
import { paths } from '../../../lib/paths';
import { usePod } from '../../../entities/pods/open-pod';
import { NumberTasks } from '../../../entities/tasks/by-number/number-tasks';
import { useCurrentWeek } from '../../../entities/pods/week';
import { useMay } from '../../../session/permissions';
import { MessagePanel } from '../../../ui/message-panel';
import { PageHeader } from '../../../ui/page-header';
import { TeamCard } from './team-card';
import { WeekCard } from './week-card';

/** The pod, its members and their week. */
export function PodDashboardPage() {
  const { pod, podName, projectId, members } = usePod();
  const updates = useProjectUpdates(projectId, podName);
  const { room } = updates;
  const { data: week, error, dataUpdatedAt, refetch } = useCurrentWeek(podName, room);
  const empty = members.data?.length === 0;
  return (
    <>
      <PageHeader
        title={podName}
        subtitle={pod.description ? `${pod.project_name} · ${pod.description}` : pod.project_name}
        actions={week && <Freshness room={room} asOf={dataUpdatedAt} />}
      />
      {empty ? (
        <EmptyPod podName={podName} />
      ) : (
        <NumberTasks projectId={projectId} live={updates} ofPeople>
          <WeekCard week={week} failed={error !== null} onRetry={() => void refetch()} />
          <TeamCard week={week} />
        </NumberTasks>
      )}
    </>
  );
}

function EmptyPod({ podName }: { podName: string }) {
  const manages = useMay()(['pod-manage-members']);
  return (
    <Card>
      <MessagePanel
        icon={GroupsIcon}
        title="This pod has no members"
        detail={
          manages ? 'Add a lead, reviewers and trainers.' : 'The lead of the project can add them.'
        }
        {...(manages && {
          action: (
            <Button component={Link} to={paths.podMembers(podName)} variant="contained">
              Add members
            </Button>
          ),
        })}
      />
    </Card>
  );
}
