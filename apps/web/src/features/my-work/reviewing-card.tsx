import { Box, Button, Typography } from '@mui/material';
import type { WaitingTask } from '@portal/contracts/task-stats';
import { ClaimNote, runningClaim } from '../../entities/claims/claim-note';
import { usePodActivity } from '../../entities/pods/activity';
import { heatOf, heatStyle, waitingTime } from '../../entities/pods/waiting-time';
import { useReviewQueue } from '../../entities/pods/review-queue';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { TaskName } from '../../entities/tasks/task-name';
import { useToday } from '../../entities/portal/use-today';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useServerNow } from '../../lib/server-clock';
import type { LiveUpdates } from '../../live/live-query';
import { Instant } from '../../ui/instant';
import { Columns } from '../../ui/layout';
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
  const names = new Map<string | null, string>(
    week?.members.map((member) => [member.email, member.name]),
  );
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
      action={
        <Button
          component={Link}
          to={`${paths.podReviewer(podName)}?new=claim`}
          size="small"
          variant="contained"
        >
          Review the next task
        </Button>
      }
      listHeight={LIST_HEIGHT}
      empty={
        <>
          <span>No task waits for a review.</span> {mine}
        </>
      }
    >
      {tasks.length > 0 && (
        <>
          <ListOfTasks tasks={tasks}>
            <Box component="ul" aria-label={`Tasks of ${podName} that wait for a review`}>
              {tasks.map((task) => (
                <Waiting
                  key={task.turing_task_id}
                  task={task}
                  name={names.get(task.user_email) ?? task.user_email ?? 'Nobody'}
                  now={now}
                />
              ))}
            </Box>
          </ListOfTasks>
          {mine && <Note>{mine}</Note>}
        </>
      )}
    </NowCard>
  );
}

/** Of as many tasks as are listed, and of the line below them. */
const LIST_HEIGHT = { height: { xs: 765, sm: 466 } };

interface WaitingProps {
  task: WaitingTask;
  /** Of its user. */
  name: string;
  now: number;
}

function Waiting({ task, name, now }: WaitingProps) {
  const claim = runningClaim(task.claim, now);
  const since = task.waiting_since;
  return (
    <Columns
      component="li"
      columns={{ xs: ['auto', 1], sm: ['auto', 1.2, 1, 'minmax(0, auto)'] }}
      sx={(theme) => ({
        alignItems: 'center',
        columnGap: 1.5,
        py: 0.75,
        borderTop: `1px solid ${theme.vars.palette.line.soft}`,
        '&:first-of-type': { borderTop: 'none' },
      })}
    >
      <Box aria-hidden sx={heatStyle(heatOf(since, now))} />
      <Box sx={{ minWidth: 0 }}>
        <TaskName id={task.turing_task_id} link={task.task_link} variant="subtitle2">
          Task {task.turing_task_id}
        </TaskName>
        <Typography variant="caption" color="textSecondary" component="p" noWrap>
          <span title={task.user_email ?? undefined}>{name}</span>
          {since !== null && (
            <>
              {' · waits '}
              <Instant at={since} format={() => waitingTime(since, now)} />
            </>
          )}
        </Typography>
      </Box>
      <Box sx={BESIDE}>
        <Typography variant="body2" noWrap title={task.batch_name}>
          {task.batch_name}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p" noWrap>
          {task.target_model ?? 'No model'}
        </Typography>
      </Box>
      <Box sx={BESIDE}>
        {claim ? <ClaimNote claim={claim} now={now} /> : task.is_appealed && <Appeal />}
      </Box>
    </Columns>
  );
}

/** On a phone below the task. */
const BESIDE = { minWidth: 0, gridColumn: { xs: '2', sm: 'auto' } } as const;

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
