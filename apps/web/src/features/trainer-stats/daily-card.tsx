import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { format, parseISO } from 'date-fns';
import { useMemo } from 'react';
import { Measured } from '../../charts/measured';
import { Timeline } from '../../charts/timeline';
import { formatCount, formatDay } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { ChartEmpty } from '../../ui/chart-empty';
import { statusColor } from '../../ui/status-color';
import type { WorkDay } from './work';

const METRICS = [
  { value: 'tasks', label: 'Tasks', color: statusColor('completed') },
  { value: 'turns', label: 'Turns', color: statusColor('in_progress') },
] as const;
export type Metric = (typeof METRICS)[number]['value'];

interface DailyCardProps {
  days: readonly WorkDay[];
  metric: Metric;
  onMetric: (metric: Metric) => void;
}

/** Completed tasks, or their turns, per day. */
export function DailyCard({ days, metric, onMetric }: DailyCardProps) {
  const shown = METRICS.find(({ value }) => value === metric) ?? METRICS[0];
  const series = useMemo(
    () => [
      {
        key: shown.value,
        label: shown.label,
        color: shown.color,
        values: days.map((day) => day[shown.value]),
      },
    ],
    [days, shown],
  );
  const axis = useMemo(
    () =>
      days.map(({ date }) => ({ tick: format(parseISO(date), 'MMM d'), title: formatDay(date) })),
    [days],
  );
  return (
    <SectionCard
      title="Work per day"
      detail="Completed tasks by the day of their completion"
      actions={
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
      }
      sx={{ mb: 2.5 }}
    >
      {days.some(({ tasks }) => tasks > 0) ? (
        <Measured minHeight={200}>
          {({ width, height }) => (
            <Timeline
              days={axis}
              series={series}
              width={width}
              height={height}
              label={`${shown.label} per day`}
              formatValue={formatCount}
            />
          )}
        </Measured>
      ) : (
        <ChartEmpty title="No completed tasks" detail="Try another period" />
      )}
    </SectionCard>
  );
}
