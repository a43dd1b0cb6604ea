import GroupsIcon from '~icons/ic/outline-groups';
import { Button, Card } from '@mui/material';
import { Link } from 'react-router';
import { usePod } from '../../entities/pods/open-pod';
import { useCurrentWeek } from '../../entities/pods/week';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { PodWeeks } from '../../features/my-work/pod-weeks';
import { TeamCard } from '../../features/pods/dashboard/team-card';
import { paths } from '../../lib/paths';
import { Freshness } from '../../live/freshness';
import { useProjectUpdates } from '../../live/live-query';
import { userOf, useSessionStore } from '../../session/session-store';
import { Columns } from '../../ui/layout';
import { MessagePanel } from '../../ui/message-panel';
import { PageHeader } from '../../ui/page-header';
import { SectionCard } from '../../ui/section-card';

/** A pod for one of its members, whatever the role: the own week, the lead and the team. */
export function MyPodPage() {
  const { pod, podName, projectId, members } = usePod();
  const updates = useProjectUpdates(projectId, podName);
  const { room } = updates;
  const week = useCurrentWeek(podName, room);
  const email = useSessionStore(userOf)?.email;
  const own = members.data?.find(({ user_email: one }) => one === email);
  return (
    <>
      <PageHeader
        title={podName}
        subtitle={pod.description ? `${pod.project_name} · ${pod.description}` : pod.project_name}
        actions={week.data && <Freshness room={room} asOf={week.dataUpdatedAt} />}
      />
      <NumberTasks projectId={projectId} live={updates} ofPeople>
        <Columns gap={2}>
          {own ? (
            <SectionCard
              title="Your week"
              actions={
                <Button component={Link} to={paths.trainerStats(own.user_email)} size="small">
                  Your tasks
                </Button>
              }
            >
              <PodWeeks pods={[own]} email={own.user_email} />
            </SectionCard>
          ) : (
            members.data && (
              <Card>
                <MessagePanel
                  icon={GroupsIcon}
                  title="You are not in this pod"
                  detail="Its lead can add you."
                />
              </Card>
            )
          )}
          <TeamCard week={week.data} />
        </Columns>
      </NumberTasks>
    </>
  );
}
