import type { Batch, DashboardStats, ActivityEntry } from '@portal/contracts/dashboard';
import { BATCH_STATUSES } from '@portal/contracts/constants';
import type { TaskNumber } from '@portal/contracts/constants';
import { useMemo } from 'react';
import { Doughnut } from '../../../charts/doughnut';
import { ProgressRing } from '../../../charts/progress-ring';
import { Sparkline } from '../../../charts/sparkline';
import { formatCount, formatPercent } from '../../../lib/format';
import { statusColor } from '../../../ui/status-color';
import { batchStatusColor } from '../../../entities/batches/batch-status-color';
import { MEANINGS } from '../meanings';
import { opensTasks } from '../../../entities/tasks/by-number/task-count';
import type { ProjectFilters } from '../../../entities/batches/filters';
import { MetricCard } from '../../../ui/metric-card';
import { MetricGrid } from '../../../ui/metric-grid';
import {
  batchesSubtitle,
  completionSubtitle,
  reviewsSubtitle,
  reviewSubtitle,
  reworkSubtitle,
  totalTasksSubtitle,
} from './metrics';
import { rateColor } from '../../../ui/rate-color';
import { statusRows } from '../../../charts/status/statuses';

interface MetricCardsProps {
  stats: DashboardStats;
  batches: readonly Batch[];
  activity: readonly ActivityEntry[];
  filters: ProjectFilters;
  /** Number of batches of the project, regardless of filters. */
  allBatches: number;
}

const RING = 52;

/** The six figures at the top of the dashboard. */
export function MetricCards({ stats, batches, activity, filters, allBatches }: MetricCardsProps) {
  const byStatus = useMemo(() => statusRows(stats.by_status), [stats.by_status]);
  const byBatchStatus = useMemo(
    () =>
      BATCH_STATUSES.map((status) => ({
        key: status,
        value: batches.filter((batch) => batch.status === status).length,
        color: batchStatusColor(status),
      })),
    [batches],
  );
  const reviews = useMemo(() => activity.map((day) => day.reviews_submitted), [activity]);

  return (
    <MetricGrid>
      <MetricCard
        title="Total Tasks"
        value={stats.total_tasks}
        format={formatCount}
        subtitle={totalTasksSubtitle(filters, allBatches)}
        meaning={MEANINGS.totalTasks}
        renderFigure={opensTasks({ number: 'tasks' }, 'Total Tasks', stats.total_tasks)}
        visual={<Doughnut data={byStatus} size={RING} />}
      />
      <RateCard
        title="Completion Rate"
        number="done"
        count={stats.completed_tasks}
        rate={stats.completion_rate}
        subtitle={completionSubtitle(stats)}
        meaning={MEANINGS.completion}
        color={statusColor('completed')}
      />
      <RateCard
        title="Review Rate"
        number="done_reviewed"
        count={stats.reviewed_tasks}
        rate={stats.review_rate}
        subtitle={reviewSubtitle(stats)}
        meaning={MEANINGS.review}
        color={rateColor(stats.review_rate)}
      />
      <RateCard
        title="Rework Rate"
        number="rework"
        count={stats.rework_tasks}
        rate={stats.rework_rate}
        subtitle={reworkSubtitle(stats)}
        meaning={MEANINGS.rework}
        color={statusColor('rework')}
      />
      <MetricCard
        title="Total Reviews"
        value={stats.total_reviews}
        format={formatCount}
        subtitle={reviewsSubtitle(stats)}
        meaning={MEANINGS.reviews}
        visual={
          <Sparkline values={reviews} color={statusColor('reviewed')} width={72} height={40} />
        }
      />
      <MetricCard
        title="Total Batches"
        value={stats.total_batches}
        format={formatCount}
        subtitle={batchesSubtitle(filters, allBatches)}
        visual={<Doughnut data={byBatchStatus} size={RING} />}
      />
    </MetricGrid>
  );
}

interface RateCardProps {
  title: string;
  /** The tasks whose share the rate is, and how many they are. */
  number: TaskNumber;
  count: number;
  /** A percentage. */
  rate: number;
  subtitle: string;
  meaning: string;
  color: string;
}

function RateCard({ title, number, count, rate, subtitle, meaning, color }: RateCardProps) {
  return (
    <MetricCard
      title={title}
      value={rate}
      format={formatPercent}
      subtitle={subtitle}
      meaning={meaning}
      renderFigure={opensTasks({ number }, title, count)}
      visual={<ProgressRing value={rate} color={color} size={RING} />}
    />
  );
}
