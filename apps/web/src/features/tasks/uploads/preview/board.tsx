import { Typography } from '@mui/material';
import type { ImportPreview } from '@portal/contracts/import-detail';
import { eachDay } from '@portal/domain/periods';
import { percent } from '@portal/domain/rates';
import { MeasuredChart } from '../../../../charts/category-chart';
import { Doughnut } from '../../../../charts/doughnut';
import { ProgressRing } from '../../../../charts/progress-ring';
import { Sparkline } from '../../../../charts/sparkline';
import { statusRows } from '../../../../charts/status/statuses';
import { useReportingZone } from '../../../../entities/portal/use-today';
import {
  formatCount,
  formatDay,
  formatMonthDay,
  formatPercent,
  formatZone,
  plural,
} from '../../../../lib/format';
import { Columns } from '../../../../ui/layout';
import { MetricCard } from '../../../../ui/metric-card';
import { statusColor } from '../../../../ui/status-color';
import { Part } from './part';

const RING = 52;

/** What the dashboards would show of the tasks of the file. */
export function Board({ preview }: { preview: ImportPreview }) {
  const { projects, statuses, batches } = preview;
  const days = withQuietDays(preview.days);
  const zone = useReportingZone();
  const sum = (of: 'tasks' | 'done' | 'rework' | 'undated') =>
    projects.reduce((total, project) => total + (project[of] ?? 0), 0);
  const [tasks, done, rework] = [sum('tasks'), sum('done'), sum('rework')];
  const names = projects.map(({ project }) => project).join(', ');
  if (tasks === 0) return null;
  const isFirst = !projects.some(({ has_tasks: hasTasks = false }) => hasTasks);
  const undated = sum('undated');
  return (
    <Part title={isFirst ? 'The first board' : 'What the file adds to the board'}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {isFirst
          ? `What the dashboard of ${names} will show.`
          : `The tasks of this file alone, as the dashboard of ${names} will count them beside its other tasks.`}
        {days.length > 0 && ` Days are in ${formatZone(zone)}.`}
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
          value={preview.days.length}
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
      {undated > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {`${plural(undated, 'done task has', 'done tasks have')} no time of completion: they count in the totals and on no day.`}
        </Typography>
      )}
      {preview.reviews && <Reviews of={preview.reviews} />}
    </Part>
  );
}

/** What the reviews of the file lack, if they lack something. */
function Reviews({
  of: { total, nobodys, undated },
}: {
  of: NonNullable<ImportPreview['reviews']>;
}) {
  if (nobodys + undated === 0) return null;
  const missing = [
    nobodys > 0 && `${formatCount(nobodys)} without a reviewer, which nobody's numbers count`,
    undated > 0 && `${formatCount(undated)} without a time, which no day counts`,
  ];
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      {`${plural(total, 'review', 'reviews')}: ${missing.filter(Boolean).join('; ')}.`}
    </Typography>
  );
}

/** A longer chart has no room for quiet days. */
const MOST_DAYS = 366;

/** Days without work between the first and the last one, as a chart of days has them. */
function withQuietDays(days: ImportPreview['days']): ImportPreview['days'] {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return days;
  const all = eachDay({ first, last });
  if (all.length > MOST_DAYS) return days;
  const known = new Map(days.map((one) => [one.day, one]));
  return all.map((day) => known.get(day) ?? { day, completed: 0 });
}
