import AssignmentIcon from '~icons/ic/outline-assignment-turned-in';
import ForumIcon from '~icons/ic/outline-forum';
import ReplayIcon from '~icons/ic/baseline-replay';
import ScheduleIcon from '~icons/ic/baseline-schedule';
import { Box, type SvgIcon } from '@mui/material';
import { formatCount, formatDecimal, formatHandlingTime, plural } from '../../lib/format';
import { MetricCard } from '../../ui/metric-card';
import { statusColor } from '../../ui/status-color';
import type { Totals } from './work';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { opensTasks } from '../../entities/tasks/by-number/task-count';
import { MEANINGS } from '../../entities/tasks/meanings';

interface TotalsRowProps {
  totals: Totals;
  /** The user's tasks in rework now. */
  rework: number;
  /** The period, if the totals are of all tasks. */
  of: Pick<ShownTasks, 'instants'> | null;
  email: string;
}

/** The grid of the figures. */
export const TOTALS_GRID = {
  display: 'grid',
  gap: 2,
  mb: 2.5,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
};

/** The figures of the period, and the tasks in rework. */
export function TotalsRow({ totals, rework, of, email }: TotalsRowProps) {
  const { tasks, completed, turns, averageMinutes, withDuration } = totals;
  const opens = (number: ShownTasks['number'], name: string, count: number) =>
    of ? { renderFigure: opensTasks({ ...of, number, user_email: email }, name, count) } : {};
  return (
    <Box sx={TOTALS_GRID}>
      <MetricCard
        title="Completed tasks"
        meaning={MEANINGS.completedOfPeriod}
        value={completed}
        format={formatCount}
        subtitle={`of ${plural(tasks, 'task', 'tasks')} in the period`}
        visual={<Icon icon={AssignmentIcon} color={statusColor('completed')} />}
        {...opens('done_of_user', 'Completed tasks', completed)}
      />
      <MetricCard
        title="Turns"
        value={turns}
        format={formatCount}
        subtitle={
          completed === 0
            ? 'No completed tasks'
            : `${formatDecimal(turns / completed)} per completed task`
        }
        visual={<Icon icon={ForumIcon} color={statusColor('in_progress')} />}
      />
      <MetricCard
        title="Average duration"
        value={averageMinutes ?? 0}
        format={averageMinutes === null ? () => '–' : formatHandlingTime}
        subtitle={
          averageMinutes === null
            ? 'No task has a duration'
            : `${plural(withDuration, 'task', 'tasks')} with a duration`
        }
        visual={<Icon icon={ScheduleIcon} color={statusColor('reviewed')} />}
        {...opens('with_duration_of_user', 'Average duration', withDuration)}
      />
      <MetricCard
        title="In rework"
        value={rework}
        format={formatCount}
        subtitle="Now, in any period"
        visual={<Icon icon={ReplayIcon} color={statusColor(rework > 0 ? 'rework' : 'other')} />}
        renderFigure={opensTasks(
          { number: 'rework_of_user', user_email: email },
          'In rework',
          rework,
        )}
      />
    </Box>
  );
}

function Icon({ icon: Shape, color }: { icon: typeof SvgIcon; color: string }) {
  return <Shape sx={{ fontSize: 38 }} style={{ color }} aria-hidden />;
}
