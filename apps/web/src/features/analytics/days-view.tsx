import { Box } from '@mui/material';
import type { PodStatsRow } from '@portal/contracts/task-stats';
import { eachDay } from '@portal/domain/periods';
import { useMemo } from 'react';
import { CHART_COLORS } from '../../charts/chart-colors';
import { MeasuredChart, type TextSeries } from '../../charts/category-chart';
import { Legend } from '../../charts/legend';
import {
  formatCount,
  formatDays,
  formatMonthDay,
  formatWeekday,
  formatWeekdayOf,
} from '../../lib/format';
import { MemberDaysTable } from './member-days-table';
import { memberDays, totalsByDay } from './member-days';
import {
  beforeLabel,
  type ChosenPeriod,
  METRIC_LABELS,
  type MemberOrder,
  type Metric,
  PERIOD_LABELS,
  periodBefore,
} from './team-params';

interface DaysViewProps {
  rows: readonly PodStatsRow[];
  /** The rows of the period before; undefined while they are not loaded. */
  rowsBefore: readonly PodStatsRow[] | undefined;
  period: ChosenPeriod;
  /** The days of the chart. */
  days: readonly string[];
  today: string;
  metric: Metric;
  order: MemberOrder;
  onOrder: (order: MemberOrder) => void;
  linkTo: (email: string) => string | null;
}

const HEIGHT = 220;

/** The total of each day before that of the period before, and a row per member. */
export function DaysView(props: DaysViewProps) {
  const { rows, rowsBefore, period, days, today, metric, order, onOrder, linkTo } = props;
  const { first, last } = periodBefore(period);
  const before = useMemo(() => eachDay({ first, last }), [first, last]);
  const members = useMemo(
    () => memberDays(rows, rowsBefore, { days, before, today }, metric, order),
    [rows, rowsBefore, days, before, today, metric, order],
  );
  const series = useMemo(
    () => [
      seriesOf('now', period.name === null ? 'Selected Period' : PERIOD_LABELS[period.name], {
        color: 'var(--portal-palette-status-completed)',
        values: totalsByDay(rows, days, metric, today),
      }),
      ...(rowsBefore
        ? [
            seriesOf('before', beforeLabel(period), {
              color: CHART_COLORS.cursor,
              values: valuesBefore(totalsByDay(rowsBefore, before, metric, today), days.length),
            }),
          ]
        : []),
    ],
    [rows, rowsBefore, period, days, before, metric, today],
  );
  return (
    <>
      {/* The card has no height of its own for a chart to fill. */}
      <Box sx={{ display: 'flex', flexDirection: 'column', height: HEIGHT, flex: 'none' }}>
        <MeasuredChart
          minHeight={HEIGHT}
          kind="bar"
          by="day"
          layered
          labels={days.map((day) => formatWeekdayOf(day))}
          ticks={days.map(days.length > 7 ? formatMonthDay : formatWeekday)}
          series={series}
          label={`${METRIC_LABELS[metric]} per day, ${formatDays(period.first, period.last)}`}
        />
      </Box>
      <Legend series={series} />
      <MemberDaysTable
        {...{ members, metric, order, onOrder, linkTo }}
        days={period}
        dates={days}
        against={`Against the same days of ${formatDays(first, last)}`}
      />
    </>
  );
}

function seriesOf(
  key: string,
  label: string,
  { color, values }: Pick<TextSeries, 'color' | 'values'>,
): TextSeries {
  const texts = values.map((value) => (value === null ? '–' : formatCount(value)));
  return { key, label, color, values, texts };
}

/** One value per day of the chart; a shorter month has none for the last ones. */
function valuesBefore(values: readonly (number | null)[], count: number): (number | null)[] {
  return Array.from({ length: count }, (_, at) => values[at] ?? null);
}
