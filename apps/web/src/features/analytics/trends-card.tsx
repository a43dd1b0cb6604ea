import BarChartIcon from '~icons/ic/baseline-bar-chart';
import DaysIcon from '~icons/ic/outline-calendar-view-week';
import ShowChartIcon from '~icons/ic/baseline-show-chart';
import TableRowsIcon from '~icons/ic/outline-table-rows';
import { Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { MeasuredChart } from '../../charts/category-chart';
import { Legend } from '../../charts/legend';
import { SeriesTable } from '../../charts/series-table';
import { SectionCard } from '../../ui/section-card';
import { ChartEmpty } from '../../ui/chart-empty';
import { ViewToggle } from '../../ui/view-toggle';
import type { Trends } from './members';
import { METRIC_LABELS, type Metric, type TrendView } from './team-params';

const VIEWS = [
  { value: 'days', label: 'Totals and members', icon: DaysIcon },
  { value: 'bar', label: 'Bar chart', icon: BarChartIcon },
  { value: 'line', label: 'Line chart', icon: ShowChartIcon },
  { value: 'table', label: 'Table', icon: TableRowsIcon },
] as const;

const HEIGHT = 300;
/** With ten members. */
const DAYS_HEIGHT = 860;

interface TrendsCardProps {
  /** Undefined while loading; null if loading failed. */
  trends: Trends | undefined | null;
  metric: Metric;
  /** The days of the chart, as text. */
  period: string;
  view: TrendView;
  onView: (view: TrendView) => void;
  /** The view of the totals by day and of the members. */
  days: ReactNode;
}

/** The work of each member per day. */
export function TrendsCard({ trends, metric, period, view, onView, days }: TrendsCardProps) {
  return (
    <SectionCard
      title="Task Completion Trends"
      detail={`${METRIC_LABELS[metric]} per day and member, ${period}`}
      actions={
        <ViewToggle label="View of the trends" value={view} views={VIEWS} onChange={onView} />
      }
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
      {trends === undefined ? (
        <Skeleton variant="rounded" height={view === 'days' ? DAYS_HEIGHT : HEIGHT} />
      ) : trends === null || trends.series.length === 0 ? (
        <ChartEmpty
          title={trends ? 'No completed tasks' : 'No statistics'}
          detail={trends ? 'No member completed a task in this period' : 'They could not be loaded'}
        />
      ) : view === 'days' ? (
        days
      ) : (
        <TrendsView trends={trends} view={view} label={`Task Completion Trends, ${period}`} />
      )}
    </SectionCard>
  );
}

interface TrendsViewProps {
  trends: Trends;
  view: Exclude<TrendView, 'days'>;
  label: string;
}

function TrendsView({ trends: { labels, ticks, series, totals }, view, label }: TrendsViewProps) {
  if (view === 'table') {
    return (
      <SeriesTable
        labels={labels}
        series={series}
        heading="Member"
        total={{ heading: 'Total', texts: totals }}
        label={label}
        maxHeight={HEIGHT + 120}
      />
    );
  }
  return (
    <>
      <MeasuredChart
        minHeight={HEIGHT}
        kind={view}
        labels={labels}
        ticks={ticks}
        series={series}
        label={label}
        areParts
      />
      <Legend series={series} />
    </>
  );
}
