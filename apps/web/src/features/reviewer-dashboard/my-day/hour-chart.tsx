import { useMemo } from 'react';
import { MeasuredChart } from '../../../charts/category-chart';
import { TableOfChart } from '../../../charts/chart-or-table';
import type { ChartView } from '../../../charts/chart-view';
import { formatCount, plural } from '../../../lib/format';
import { statusColor } from '../../../ui/status-color';
import type { HourOfDay } from './hours';

interface HourChartProps {
  hours: readonly HourOfDay[];
  /** Pixels. */
  minHeight: number;
  view: ChartView;
}

const TABLE_HEIGHT = 320;

/** Reviews by the hour as bars or as a table. */
export function HourChart({ hours, minHeight, view }: HourChartProps) {
  const labels = useMemo(() => hours.map(({ label }) => label), [hours]);
  const series = useMemo(
    () => [
      {
        key: 'reviews',
        label: 'Reviews',
        color: statusColor('completed'),
        values: hours.map(({ reviews }) => reviews),
        texts: hours.map(({ reviews }) => formatCount(reviews)),
      },
    ],
    [hours],
  );
  const total = hours.reduce((sum, { reviews }) => sum + reviews, 0);
  const label = `My reviews by hour: ${plural(total, 'review', 'reviews')} today`;
  if (view === 'table') {
    const table = { labels, series, label, heading: 'Hour', maxHeight: TABLE_HEIGHT };
    return <TableOfChart {...table} />;
  }
  return (
    <MeasuredChart minHeight={minHeight} kind="bar" labels={labels} series={series} label={label} />
  );
}
