import { Link } from '@mui/material';
import { type ParetoPart, roundsSchema } from '@portal/contracts/rounds';
import { Fragment, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { useToday } from '../../entities/portal/use-today';
import { isRefused } from '../../lib/api-error';
import { plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import { FailedNote, Note, NoteToCome } from './now-card';

const DAYS = 14;
const DAY_MS = 86_400_000;
const MOST = 3;
/** Of people and reasons. */
const HEIGHT = { xs: 100, sm: 40 };
/** Rounds are read again less often than figures, as in their card. */
const THROTTLE_MS = 10_000;

interface PodReworkProps {
  podName: string;
  /** The project of the pod. */
  projectId: number;
  updates: LiveUpdates;
}

/** Whose tasks of a pod came back in the last days, and why; nothing if none did. */
export function PodRework({ podName, projectId, updates }: PodReworkProps) {
  const today = useToday();
  const query = {
    project_id: projectId,
    pod_name: podName,
    start_date: new Date(Date.parse(today) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
    end_date: today,
  };
  const { data, error, refetch } = useLiveQuery(updates, {
    throttle: THROTTLE_MS,
    queryKey: ['rounds', query] as const,
    ...api.read('/tasks/rounds', roundsSchema, query),
  });
  if (error && !data && !isRefused(error)) {
    return <FailedNote what="The rework of the last days" onRetry={() => void refetch()} />;
  }
  if (!data && !error) return <NoteToCome height={HEIGHT} />;
  if (!data || data.rework === 0) return null;
  const { user: people, reason: reasons } = data.by;
  const of = {
    number: 'rework_rounds',
    project_id: projectId,
    pod_name: podName,
    days: { first: query.start_date, last: query.end_date },
  } as const;
  return (
    <Note>
      Tasks were sent back{' '}
      <TaskCount of={of} name={`ended with rework, ${podName}`} count={data.rework} ofAll>
        {plural(data.rework, 'time', 'times')}
      </TaskCount>{' '}
      in the last {DAYS} days. Tasks of{' '}
      <Most parts={people} of={(key) => ({ ...of, task_user: key })} name={`rework of ${podName}`}>
        {({ key, name }) =>
          key === null ? (
            'nobody'
          ) : (
            <Link component={RouterLink} to={paths.trainerStats(key)} color="textPrimary">
              {name ?? key}
            </Link>
          )
        }
      </Most>
      . Why:{' '}
      <Most parts={reasons} of={(key) => ({ ...of, reason: key })} name={`rework of ${podName}`}>
        {({ key, name }) => name ?? key ?? 'no reason given'}
      </Most>
      .
    </Note>
  );
}

interface MostProps {
  parts: readonly ParetoPart[];
  /** What one opens, by its key; empty for what has none. */
  of: (key: string) => ShownTasks;
  name: string;
  /** The text of one. */
  children: (part: ParetoPart) => ReactNode;
}

/** The first parts with their counts, and how many others there are. */
function Most({ parts, of, name, children }: MostProps) {
  const others = parts.length - MOST;
  return (
    <>
      {parts.slice(0, MOST).map((part, place) => (
        <Fragment key={part.key}>
          {place > 0 && ', '}
          {children(part)} (
          <TaskCount
            of={of(part.key ?? '')}
            name={`${name}, ${part.name ?? part.key ?? 'none'}`}
            count={part.rework}
            ofAll
          />
          )
        </Fragment>
      ))}
      {others > 0 && ` and ${plural(others, 'other', 'others')}`}
    </>
  );
}
