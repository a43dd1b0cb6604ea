import { Alert, Card, Skeleton, Typography } from '@mui/material';
import { percent } from '@portal/domain/rates';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { useToday } from '../../entities/portal/use-today';
import { formatPercent, plural } from '../../lib/format';
import { useLiveState, useRoom } from '../../live/use-live';
import { Columns } from '../../ui/layout';

interface Figure {
  readonly label: string;
  readonly value: number | undefined;
  /** What it opens. */
  readonly of: ShownTasks;
  readonly detail?: string | undefined;
}

/** Live figures of the selected project; dimmed while they stand still. */
export function LivePulse({ projectId }: { projectId: number }) {
  const totals = useLiveState('dashboard-changed', projectId)?.totals;
  const desk = useLiveState('review-counters', projectId);
  const room = useRoom(projectId);
  const today = useToday();
  const still = room.kind === 'stale' || room.kind === 'refused';
  const figures: Figure[] = [
    {
      label: 'Tasks',
      value: totals?.total_tasks,
      of: { number: 'tasks' },
      detail: totals && `in ${plural(totals.total_batches, 'batch', 'batches')}`,
    },
    {
      label: 'Completed',
      value: totals?.completed_tasks,
      of: { number: 'done' },
      detail:
        totals && `${formatPercent(percent(totals.completed_tasks, totals.total_tasks))} of all`,
    },
    {
      label: 'Waiting for review',
      value: desk?.pending,
      of: { number: 'waiting_for_review' },
      detail: 'without any review',
    },
    {
      label: 'Reviewed today',
      value: desk?.done,
      of: { number: 'reviewed_in_period', days: { first: today, last: today } },
      detail: 'in any status',
    },
  ];
  if (room.kind === 'refused' && !totals) {
    return (
      <Alert severity="warning">There are no live figures of this project: {room.detail}</Alert>
    );
  }
  if (totals?.total_tasks === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        This project has no tasks yet.
      </Typography>
    );
  }
  return (
    <Columns
      component="dl"
      columns={{ xs: 2, md: 4 }}
      gap={2}
      sx={{
        width: '100%',
        opacity: still ? 0.6 : 1,
        // Until the first state the cards keep their place unseen: without tasks a line follows.
        visibility: totals || still ? 'visible' : 'hidden',
      }}
    >
      {figures.map(({ label, value, of, detail }) => (
        <Card key={label} sx={{ p: 2.5 }}>
          <Typography component="dt" variant="subtitle2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h1" sx={{ mt: 0.5 }}>
            {value === undefined ? (
              <Skeleton width="60%" />
            ) : (
              <TaskCount of={of} name={`${label}, the project now`} count={value} ofAll />
            )}
          </Typography>
          <Typography component="dd" variant="caption" color="textSecondary">
            {detail ?? '\u00a0'}
          </Typography>
        </Card>
      ))}
    </Columns>
  );
}
