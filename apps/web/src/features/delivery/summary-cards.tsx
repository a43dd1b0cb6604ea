import ScheduleIcon from '~icons/ic/outline-schedule';
import type { DeliveryStats } from '@portal/contracts/dashboard';
import { percent } from '@portal/domain/rates';
import type { ReactNode } from 'react';
import { ProgressRing } from '../../charts/progress-ring';
import { formatCount, formatHandlingTime, formatPercent, plural } from '../../lib/format';
import { MetricCard } from '../../ui/metric-card';
import { MetricGrid } from '../../ui/metric-grid';
import { rateColor } from '../../ui/rate-color';
import { statusColor } from '../../ui/status-color';
import { averageHandlingTime } from './handling-time';
import { opensTasks } from '../../entities/tasks/by-number/task-count';
import { MEANINGS } from '../../entities/tasks/meanings';

const RING = 52;

/** The six figures of the page. */
export function SummaryCards({ stats }: { stats: DeliveryStats }) {
  const handling = averageHandlingTime(stats.by_model);
  const inDelivery = stats.total_delivered + stats.ready_for_delivery;
  const inReview = stats.total_rework + stats.total_reviewed;
  return (
    <MetricGrid>
      <CountCard
        title="Tasks Delivered"
        value={stats.total_delivered}
        subtitle="Delivered, validation passed"
        share={{ whole: inDelivery, of: 'delivered and ready tasks', status: 'delivered' }}
        renderFigure={opensTasks({ number: 'delivered' }, 'Tasks Delivered', stats.total_delivered)}
      />
      <CountCard
        title="Ready for Delivery"
        meaning={MEANINGS.ready}
        value={stats.ready_for_delivery}
        subtitle="Completed, validation passed"
        share={{ whole: inDelivery, of: 'delivered and ready tasks', status: 'completed' }}
        renderFigure={opensTasks(
          { number: 'ready' },
          'Ready for Delivery',
          stats.ready_for_delivery,
        )}
      />
      <CountCard
        title="Rework Tasks"
        value={stats.total_rework}
        subtitle="Sent back to the trainer"
        share={{ whole: inReview, of: 'rework and reviewed tasks', status: 'rework' }}
        renderFigure={opensTasks({ number: 'rework' }, 'Rework Tasks', stats.total_rework)}
      />
      <CountCard
        title="Reviewed Tasks"
        meaning={MEANINGS.reviewedTasks}
        value={stats.total_reviewed}
        subtitle="With a review, not in rework"
        share={{ whole: inReview, of: 'rework and reviewed tasks', status: 'reviewed' }}
        renderFigure={opensTasks({ number: 'reviewed' }, 'Reviewed Tasks', stats.total_reviewed)}
      />
      <MetricCard
        title="Review Coverage"
        meaning="Reviewed Tasks counts tasks in any status; this counts those ready for delivery only."
        value={stats.review_coverage}
        format={formatPercent}
        subtitle={
          stats.ready_for_delivery === 0
            ? 'No tasks are ready'
            : `${formatCount(stats.reviewed_ready_for_delivery)} of ${formatCount(stats.ready_for_delivery)} ready tasks`
        }
        visual={
          <ProgressRing
            value={stats.review_coverage}
            color={rateColor(stats.review_coverage)}
            size={RING}
          />
        }
        renderFigure={opensTasks(
          { number: 'reviewed_ready' },
          'Review Coverage',
          stats.reviewed_ready_for_delivery,
        )}
      />
      <MetricCard
        title="Average Handling Time"
        value={handling.average ?? 0}
        format={handling.average === null ? () => '–' : formatHandlingTime}
        subtitle={
          handling.average === null
            ? 'No task has a duration'
            : `${plural(handling.tasks, 'task', 'tasks')} with a duration`
        }
        visual={<ScheduleIcon sx={{ fontSize: 40, color: 'text.disabled' }} />}
        renderFigure={opensTasks(
          { number: 'with_duration' },
          'Average Handling Time',
          handling.tasks,
        )}
      />
    </MetricGrid>
  );
}

interface CountCardProps {
  title: string;
  meaning?: string;
  value: number;
  subtitle: string;
  /** What the ring shows the value as a share of. */
  share: { whole: number; of: string; status: string };
  renderFigure: (text: string) => ReactNode;
}

function CountCard({ share: { whole, of, status }, subtitle, ...props }: CountCardProps) {
  const percentage = percent(props.value, whole);
  return (
    <MetricCard
      {...props}
      format={formatCount}
      subtitle={whole === 0 ? subtitle : `${subtitle} · ${formatPercent(percentage)} of ${of}`}
      visual={<ProgressRing value={percentage} color={statusColor(status)} size={RING} />}
    />
  );
}
