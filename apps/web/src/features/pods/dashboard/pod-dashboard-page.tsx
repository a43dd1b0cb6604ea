import Card from '@mui/material/Card';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Freshness } from '../../../live/freshness';
import { useRoom } from '../../../live/use-live';
import { paths } from '../../../lib/paths';
import { usePod } from '../../../session/open-pod';
import { useMay } from '../../../session/permissions';
import { MessagePanel } from '../../../ui/message-panel';
import { PageHeader } from '../../../ui/page-header';
import { TeamCard } from './team-card';

/** The pod, its members and their week. */
export function PodDashboardPage() {
  const { pod, podName, projectId, members } = usePod();
  const room = useRoom(projectId, podName);
  return (
    <>
      <PageHeader
        title={podName}
        subtitle={pod.description ?? pod.project_name}
        actions={<Freshness room={room} asOf={members.dataUpdatedAt} />}
      />
      {members.data?.length === 0 ? <EmptyPod podName={podName} /> : <TeamCard />}
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
            <Button component={Link} to={`${paths.pod(podName)}/members`} variant="contained">
              Add members
            </Button>
          ),
        })}
      />
    </Card>
  );
}
