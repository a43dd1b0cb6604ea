import { Box, Typography } from '@mui/material';
import type { WaitingTask } from '@portal/contracts/task-stats';
import { ClaimNote, runningClaim } from '../../entities/claims/claim-note';
import { usePodActivity } from '../../entities/pods/activity';
import { waitingTime } from '../../entities/pods/waiting-time';
import { useReviewQueue } from '../../entities/pods/review-queue';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { TaskName } from '../../entities/tasks/task-name';
import { useToday } from '../../entities/portal/use-today';
import { paths } from '../../lib/paths';
import { useServerNow } from '../../lib/server-clock';
import type { LiveUpdates } from '../../live/live-query';
import { Instant } from '../../ui/instant';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import { FIRST_TASKS, usePodWeek } from './api';
import { Note, NowCard } from './now-card';
import { OwnDay, OwnReviews } from './own-reviews';

interface ReviewingCardProps {
  podName: string;
  /** The reviewer. */
  email: string;
  updates: LiveUpdates;
}

/** The tasks of a pod that wait for a review: the user's claims, then those that wait longest. */
export function ReviewingCard({ podName, email, updates }: ReviewingCardProps) {
  const queue = useReviewQueue(podName, FIRST_TASKS, updates);
  const { week } = usePodWeek(podName);
  const own = week?.members.find((member) => member.email === email);
  const now = useServerNow(60_000);
  const tasks = queue.data?.items ?? [];
  const { data } = usePodActivity(podName, updates);
  const today = useToday();
  // Yesterday's numbers are not shown as today's.
  const activity = data?.today === today ? data : undefined;
  const mine = (activity ?? own) && (
    <>
      {activity && (
        <>
          <OwnDay activity={activity} />.{' '}
        </>
      )}
      {week && own && (
        <>
          <OwnReviews {...{ week, own }} />.
        </>
      )}
    </>
  );
  return (
    <NowCard
      title={`Reviews of ${podName}`}
      count={queue.data?.total}
      countOf={
        data && { number: 'in_review_queue', project_id: data.project_id, pod_name: podName }
      }
      failed={queue.isError}
      onRetry={() => void queue.refetch()}
      to={paths.podReviewer(podName)}
      button="Open the review desk"
      empty={
        <>
          <span>No task waits for a review.</span> {mine}
        </>
      }
    >
      {tasks.length > 0 && (
        <>
          <ListOfTasks tasks={tasks}>
            <Box
              component="ul"
              aria-label={`Tasks of ${podName} that wait for a review`}
              sx={{ m: 0, p: 0, listStyle: 'none' }}
            >
              {tasks.map((task) => (
                <Waiting key={task.turing_task_id} task={task} now={now} />
              ))}
            </Box>
          </ListOfTasks>
          {mine && <Note>{mine}</Note>}
        </>
      )}
    </NowCard>
  );
}

function Waiting({ task, now }: { task: WaitingTask; now: number }) {
  const claim = runningClaim(task.claim, now);
  const since = task.waiting_since;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) auto' },
        alignItems: 'center',
        columnGap: 2,
        py: 0.75,
        borderTop: `1px solid ${theme.vars.palette.line.soft}`,
      })}
    >
      <Box sx={{ minWidth: 0 }}>
        <TaskName id={task.turing_task_id} link={task.task_link} variant="subtitle2">
          Task {task.turing_task_id}
        </TaskName>
        <Typography variant="caption" color="textSecondary" component="p" noWrap>
          {task.user_email ?? 'Nobody'}
          {since !== null && (
            <>
              {' · waits '}
              <Instant at={since} format={() => waitingTime(since, now)} />
            </>
          )}
        </Typography>
      </Box>
      {claim ? <ClaimNote claim={claim} now={now} /> : task.is_appealed && <Appeal />}
    </Box>
  );
}

function Appeal() {
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      component="div"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}
    >
      <StatusDot style={{ background: statusColor('ready_for_review') }} />
      Appeal
    </Typography>
  );
}
