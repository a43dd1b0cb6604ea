import { useMemo } from 'react';
import { Legend } from '../../../charts/legend';
import { Measured } from '../../../charts/measured';
import { Timeline } from '../../../charts/timeline';
import type { TimelineSeries } from '../../../charts/use-timeline';
import { formatCount, formatDay, formatMonthDay } from '../../../lib/format';
import { statusColor } from '../../../ui/status-color';
import type { ActivityRow } from './activity';

interface ActivityChartProps {
  /** Every day of the period, oldest first. */
  days: readonly ActivityRow[];
  period: string;
}

const MIN_HEIGHT = 286;

/** The days of the period as lines, with a legend. */
export function ActivityChart({ days, period }: ActivityChartProps) {
  const series = useMemo(() => seriesOf(days), [days]);
  const axis = useMemo(
    () => days.map(({ date }) => ({ tick: formatMonthDay(date), title: formatDay(date) })),
    [days],
  );
  return (
    <>
      <Measured minHeight={MIN_HEIGHT}>
        {({ width, height }) => (
          <Timeline
            days={axis}
            series={series}
            width={width}
            height={height}
            label={`Activity timeline, ${period}`}
            formatValue={formatCount}
          />
        )}
      </Measured>
      <Legend series={series} />
    </>
  );
}

/** In reading order: completed first. */
function seriesOf(days: readonly ActivityRow[]): TimelineSeries[] {
  return [
    {
      key: 'completed',
      label: 'Completed',
      color: statusColor('completed'),
      values: days.map((day) => day.completed),
    },
    {
      key: 'reviewed',
      label: 'Reviewed',
      color: statusColor('ready_for_review'),
      values: days.map((day) => day.reviewed),
    },
    {
      key: 'in-progress',
      label: 'In Progress',
      color: statusColor('in_progress'),
      values: days.map((day) => day.inProgress),
    },
  ];
}
