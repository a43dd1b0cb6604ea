import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useMemo } from 'react';
import { MeasuredChart } from '../../charts/category-chart';
import { ChartOrTable, TableOfChart } from '../../charts/chart-or-table';
import type { ChartView } from '../../charts/chart-view';
import { formatCount, formatDay, formatMonthDay } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { ChartEmpty } from '../../ui/chart-empty';
import { statusColor } from '../../ui/status-color';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import type { WorkDay } from './work';
import { Row } from '../../ui/layout';

const METRICS = [
  { value: 'tasks', label: 'Tasks', color: statusColor('completed') },
  { value: 'turns', label: 'Turns', color: statusColor('in_progress') },
] as const;
export type Metric = (typeof METRICS)[number]['value'];

interface DailyCardProps {
  days: readonly WorkDay[];
  /** Whose days; null if they do not open. */
  email: string | null;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  view: ChartView;
  onView: (view: ChartView) => void;
}

interface DayTasksProps {
  text: string;
  email: string;
  day: WorkDay | undefined;
}

/** The completed tasks of a day; opens them. */
function DayTasks({ text, email, day }: DayTasksProps) {
  if (!day) return text;
  const { date, tasks } = day;
  return (
    <TaskCount
      of={{ number: 'completed_in_period', user_email: email, days: { first: date, last: date } }}
      name={`completed on ${formatDay(date)}`}
      count={tasks}
    />
  );
}

const CHART_HEIGHT = 200;
const TABLE_HEIGHT = 320;

/** Completed tasks, or their turns, per day. */
export function DailyCard({ days, email, metric, onMetric, view, onView }: DailyCardProps) {
  const shown = METRICS.find(({ value }) => value === metric) ?? METRICS[0];
  const series = useMemo(() => {
    const values = days.map((day) => day[shown.value]);
    const { value: key, label, color } = shown;
    return [{ key, label, color, values, texts: values.map(formatCount) }];
  }, [days, shown]);
  const labels = useMemo(() => days.map(({ date }) => formatDay(date)), [days]);
  const ticks = useMemo(() => days.map(({ date }) => formatMonthDay(date)), [days]);
  const label = `${shown.label} per day`;
  return (
    <SectionCard
      title="Work per day"
      detail="Completed tasks by the day of their completion"
      actions={
        <Row wrap align="stretch" gap={1.5}>
          <ToggleButtonGroup size="small" exclusive value={metric} aria-label="Metric">
            {METRICS.map(({ value, label }) => (
              <ToggleButton
                key={value}
                value={value}
                onClick={() => onMetric(value)}
                sx={{ px: 1.5 }}
              >
                {label}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <ChartOrTable label="View of the days" view={view} onView={onView} />
        </Row>
      }
      sx={{ mb: 2.5 }}
    >
      {days.every(({ tasks }) => tasks === 0) ? (
        <ChartEmpty title="No completed tasks" detail="Try another period" />
      ) : view === 'table' ? (
        <TableOfChart
          labels={labels}
          series={series}
          heading="Day"
          label={label}
          maxHeight={TABLE_HEIGHT}
          {...(email !== null &&
            metric === 'tasks' && {
              renderCell: (text, index) => <DayTasks {...{ text, email }} day={days[index]} />,
            })}
        />
      ) : (
        <MeasuredChart
          minHeight={CHART_HEIGHT}
          kind="area"
          by="day"
          labels={labels}
          ticks={ticks}
          series={series}
          label={label}
        />
      )}
    </SectionCard>
  );
}
