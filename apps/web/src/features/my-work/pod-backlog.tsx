import { Link } from '@mui/material';
import { WAITING_DAYS, type PodActivity } from '@portal/contracts/pod-activity';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router';
import { waitingTime } from '../../entities/pods/waiting-time';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { formatCount, plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useServerNow } from '../../lib/server-clock';
import { Instant } from '../../ui/instant';
import { Note } from './now-card';

interface PodBacklogProps {
  activity: PodActivity;
}

/** What waits in a pod by its age, and what is stuck; nothing if nothing is. */
export function PodBacklog(props: PodBacklogProps) {
  const now = useServerNow(60_000);
  return (
    <>
      <Waiting {...props} now={now} />
      <Stuck {...props} now={now} />
    </>
  );
}

interface PartProps extends PodBacklogProps {
  now: number;
}

/** All tasks that wait, those that are stuck included, as on the Lead Dashboard: the queue begins with appeals. */
function Waiting({ activity, now }: PartProps) {
  const { project_id, pod_name, waiting } = activity;
  const { tasks, oldest, by_age: ages } = waiting;
  if (tasks === 0) return null;
  const desk = paths.podReviewer(pod_name);
  const known = WAITING_DAYS.flatMap((days, place) => {
    const old = ages?.[place] ?? 0;
    return old > 0 ? [{ days, old }] : [];
  });
  return (
    <Note>
      <TaskCount
        of={{ number: 'waiting_for_review', project_id, pod_name }}
        name={`waiting for a review, ${pod_name}`}
        count={tasks}
        ofAll
      />{' '}
      <Link component={RouterLink} to={desk}>
        {tasks === 1 ? 'task waits' : 'tasks wait'} for a review
      </Link>
      {oldest !== null && (
        <>
          , the oldest for <Instant at={oldest} format={() => waitingTime(oldest, now)} />
        </>
      )}
      {known.map(({ days, old }, place) => (
        <Fragment key={days}>
          {place === 0 ? ': ' : ', '}
          <Link component={RouterLink} to={`${desk}?days=${days}`}>
            {formatCount(old)} for {plural(days, 'day', 'days')} or more
          </Link>
        </Fragment>
      ))}
      .
    </Note>
  );
}

function Stuck({ activity: { project_id, pod_name, stuck }, now }: PartProps) {
  const { tasks, oldest } = stuck;
  if (tasks === 0) return null;
  return (
    <Note>
      <TaskCount
        of={{ number: 'stuck', project_id, pod_name }}
        name={`that are stuck, ${pod_name}`}
        count={tasks}
        ofAll
      >
        {plural(tasks, 'task is stuck', 'tasks are stuck')}
      </TaskCount>
      {oldest !== null && (
        <>
          , the oldest for <Instant at={oldest} format={() => waitingTime(oldest, now)} />
        </>
      )}
      .
    </Note>
  );
}
