import AssignmentIcon from '~icons/ic/outline-assignment-turned-in';
import ForumIcon from '~icons/ic/outline-forum';
import ReplayIcon from '~icons/ic/baseline-replay';
import ScheduleIcon from '~icons/ic/baseline-schedule';
import { Box, type SvgIcon } from '@mui/material';
import { formatCount, formatDecimal, formatHandlingTime, plural } from '../../lib/format';
import { MetricCard } from '../../ui/metric-card';
import { statusColor } from '../../ui/status-color';
import type { Totals } from './work';
import { MEANINGS } from '../../entities/tasks/meanings';

interface TotalsRowProps {
  totals: Totals;
  /** The user's tasks in rework now. */
  rework: number;
}

/** The grid of the figures. */
export const TOTALS_GRID = {
  display: 'grid',
  gap: 2,
  mb: 2.5,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
};

/** The figures of the period, and the tasks in rework. */
export function TotalsRow({ totals, rework }: TotalsRowProps) {
  const { tasks, completed, turns, averageMinutes, withDuration } = totals;
  return (
    <Box sx={TOTALS_GRID}>
      <MetricCard
        title="Completed tasks"
        meaning={MEANINGS.completedOfPeriod}
        value={completed}
        format={formatCount}
        subtitle={`of ${plural(tasks, 'task', 'tasks')} in the period`}
        visual={<Icon icon={AssignmentIcon} color={statusColor('completed')} />}
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
      />
      <MetricCard
        title="In rework"
        value={rework}
        format={formatCount}
        subtitle="Now, in any period"
        visual={<Icon icon={ReplayIcon} color={statusColor(rework > 0 ? 'rework' : 'other')} />}
      />
    </Box>
  );
}

function Icon({ icon: Shape, color }: { icon: typeof SvgIcon; color: string }) {
  return <Shape sx={{ fontSize: 38 }} style={{ color }} aria-hidden />;
}
