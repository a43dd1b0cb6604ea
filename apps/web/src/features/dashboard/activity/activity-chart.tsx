import { useMemo } from 'react';
import { CategoryChart, type TextSeries } from '../../../charts/category-chart';
import { Legend } from '../../../charts/legend';
import { Measured } from '../../../charts/measured';
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
  const labels = useMemo(() => days.map(({ date }) => formatDay(date)), [days]);
  const ticks = useMemo(() => days.map(({ date }) => formatMonthDay(date)), [days]);
  return (
    <>
      <Measured minHeight={MIN_HEIGHT}>
        {({ width, height }) => (
          <CategoryChart
            kind="area"
            by="day"
            labels={labels}
            ticks={ticks}
            series={series}
            width={width}
            height={height}
            label={`Activity timeline, ${period}`}
          />
        )}
      </Measured>
      <Legend series={series} />
    </>
  );
}

/** In reading order: completed first. */
const SERIES = [
  { key: 'completed', label: 'Completed', status: 'completed' },
  { key: 'reviewed', label: 'Reviewed', status: 'ready_for_review' },
  { key: 'inProgress', label: 'In Progress', status: 'in_progress' },
] as const;

function seriesOf(days: readonly ActivityRow[]): TextSeries[] {
  return SERIES.map(({ key, label, status }) => {
    const values = days.map((day) => day[key]);
    return { key, label, color: statusColor(status), values, texts: values.map(formatCount) };
  });
}
