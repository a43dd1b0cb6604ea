import { Typography } from '@mui/material';
import type { ImportPreview } from '@portal/contracts/import-detail';
import { percent } from '@portal/domain/rates';
import { MeasuredChart } from '../../../../charts/category-chart';
import { Doughnut } from '../../../../charts/doughnut';
import { ProgressRing } from '../../../../charts/progress-ring';
import { Sparkline } from '../../../../charts/sparkline';
import { statusRows } from '../../../../charts/status/statuses';
import {
  formatCount,
  formatDay,
  formatMonthDay,
  formatPercent,
  plural,
} from '../../../../lib/format';
import { Columns } from '../../../../ui/layout';
import { MetricCard } from '../../../../ui/metric-card';
import { statusColor } from '../../../../ui/status-color';
import { Part } from './part';

const RING = 52;

/** The first board: what the dashboards would show of the tasks of the file. */
export function Board({ preview }: { preview: ImportPreview }) {
  const { projects, statuses, batches, days } = preview;
  const sum = (of: 'tasks' | 'done' | 'rework') =>
    projects.reduce((total, project) => total + project[of], 0);
  const [tasks, done, rework] = [sum('tasks'), sum('done'), sum('rework')];
  const names = projects.map(({ project }) => project).join(', ');
  if (tasks === 0) return null;
  return (
    <Part title="The first board">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        What the file says of {names}, as its dashboard shows it.
      </Typography>
      <Columns columns={{ xs: 2, lg: 4 }} gap={{ xs: 1.25, sm: 2 }} sx={{ mb: 2 }}>
        <MetricCard
          title="Tasks"
          value={tasks}
          format={formatCount}
          subtitle={plural(batches.length, 'batch', 'batches')}
          visual={
            <Doughnut
              data={statusRows(Object.fromEntries(statuses.map((one) => [one.status, one.tasks])))}
              size={RING}
            />
          }
        />
        <MetricCard
          title="Done"
          value={percent(done, tasks)}
          format={formatPercent}
          subtitle={`${formatCount(done)} of ${formatCount(tasks)}`}
          visual={
            <ProgressRing
              value={percent(done, tasks)}
              color={statusColor('completed')}
              size={RING}
            />
          }
        />
        <MetricCard
          title="Rework"
          value={rework}
          format={formatCount}
          subtitle={`${formatPercent(percent(rework, tasks))} of the tasks`}
          visual={
            <ProgressRing
              value={percent(rework, tasks)}
              color={statusColor('rework')}
              size={RING}
            />
          }
        />
        <MetricCard
          title="Days with work"
          value={days.length}
          format={formatCount}
          subtitle={days.length === 0 ? 'No times of completion' : 'with completed tasks'}
          visual={
            <Sparkline
              values={days.map(({ completed }) => completed)}
              color={statusColor('completed')}
              width={72}
              height={40}
            />
          }
        />
      </Columns>
      {days.length > 1 && (
        <MeasuredChart
          kind="bar"
          minHeight={180}
          by="day"
          labels={days.map(({ day }) => formatDay(day))}
          ticks={days.map(({ day }) => formatMonthDay(day))}
          label="Completed tasks by day"
          series={[
            {
              key: 'completed',
              label: 'Completed',
              color: statusColor('completed'),
              values: days.map(({ completed }) => completed),
              texts: days.map(({ completed }) => formatCount(completed)),
            },
          ]}
        />
      )}
    </Part>
  );
}
