import type { LiveUpdates } from '../../live/live-query';
import { InOrder } from '../../ui/in-order';
import { Columns } from '../../ui/layout';
import { LeadingCard } from './leading-card';
import { ReviewingCard } from './reviewing-card';
import { Box } from '@mui/material';
import { Fragment } from 'react';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { MyReviews } from '@portal/contracts/task-stats';
import { daysOf, instantsOf } from '@portal/domain/periods';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { useMyReviews } from '../../entities/pods/review-queue';
import { TaskLink } from '../../entities/tasks/task-link';
import { Note } from './now-card';

interface PodsNowProps {
  /** The names of the pods that the user leads. */
  leads: readonly string[];
  /** The names of the pods in which the user reviews. */
  reviews: readonly string[];
  /** How much each pod asks of the user; undefined while loading. */
  toDo: ReadonlyMap<string, number | undefined>;
  email: string;
  updates: LiveUpdates;
}

/** What their pods ask of a lead or a reviewer now, the pod with most to do first. */
export function PodsNow({ leads, reviews, toDo, email, updates }: PodsNowProps) {
  const columns = leads.length + reviews.length > 1 ? 2 : 1;
  return (
    <Columns columns={{ md: columns }} gap={2} sx={{ alignItems: 'start', mb: 2 }}>
      <Contradicted updates={updates} />
      <InOrder
        blocks={[
          ...leads.map((name) => ({
            ...{ id: name, toDo: toDo.get(name) },
            content: <LeadingCard podName={name} updates={updates} />,
          })),
          ...reviews.map((name) => ({
            ...{ id: name, toDo: toDo.get(name) },
            content: <ReviewingCard podName={name} {...{ email, updates }} />,
          })),
        ]}
      />
    </Columns>
  );
}

/** The imports of this and the last week that contradicted what the user did in the portal; nothing without any. */
function Contradicted({ updates }: { updates: LiveUpdates }) {
  const today = useToday();
  const days = { first: daysOf('last_week', today).first, last: daysOf('this_week', today).last };
  const { start, end } = instantsOf(days, useReportingZone());
  const period = { start: start.toISOString(), end: end.toISOString() };
  const { data } = useMyReviews(ALL_PROJECTS_ID, period, updates);
  const found = data?.contradicted ?? [];
  if (found.length === 0) return null;
  return (
    <Box role="status" sx={{ gridColumn: '1 / -1' }}>
      <Note>
        Imports contradicted what you did in the portal.
        <TasksOf found={found} outcome="As you left it" isKept />
        <TasksOf found={found} outcome="With the value of the file now" isKept={false} />
      </Note>
    </Box>
  );
}

interface TasksOfProps {
  found: MyReviews['contradicted'];
  outcome: string;
  isKept: boolean;
}

/** Those with this outcome, each once. */
function TasksOf({ found, outcome, isKept }: TasksOfProps) {
  const ids = new Set(
    found.filter((one) => one.is_kept === isKept).map(({ turing_task_id: id }) => id),
  );
  if (ids.size === 0) return null;
  return (
    <>
      {` ${outcome}: `}
      {[...ids].map((id, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <TaskLink id={id}>Task {id}</TaskLink>
        </Fragment>
      ))}
      .
    </>
  );
}
