import { useMemo } from 'react';
import { CategoryChart } from '../../../charts/category-chart';
import { Measured } from '../../../charts/measured';
import { formatCount, plural } from '../../../lib/format';
import { statusColor } from '../../../ui/status-color';
import type { HourOfDay } from './hours';

interface HourChartProps {
  hours: readonly HourOfDay[];
  /** Pixels. */
  minHeight: number;
}

/** Reviews by the hour as bars. */
export function HourChart({ hours, minHeight }: HourChartProps) {
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
  return (
    <Measured minHeight={minHeight}>
      {({ width, height }) => (
        <CategoryChart
          kind="bar"
          labels={labels}
          series={series}
          width={width}
          height={height}
          label={`My reviews by hour: ${plural(total, 'review', 'reviews')} today`}
          formatTick={(value) => (Number.isInteger(value) ? formatCount(value) : '')}
        />
      )}
    </Measured>
  );
}
