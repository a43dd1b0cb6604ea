import { Skeleton } from '@mui/material';
import type { DashboardStats, Overview } from '@portal/contracts/dashboard';
import { Suspense, useMemo } from 'react';
import {
  areActive,
  narrowsBatches,
  selectedCount,
  type ProjectFilters,
} from '../../entities/batches/filters';
import { MetricCards } from './metrics/metric-cards';
import type { DashboardView } from './view';
import { lazyPart } from '../../ui/lazy-part';
import { Columns } from '../../ui/layout';

// Charts and the list of virtual rows are heavy; the figures do not wait for them.
const StatusCard = lazyPart(
  async () => (await import(/* at once */ './status/status-card')).StatusCard,
);
const ActivityCard = lazyPart(
  async () => (await import(/* at once */ './activity/activity-card')).ActivityCard,
);
const BatchList = lazyPart(
  async () => (await import(/* at once */ './batches/batch-list')).BatchList,
);

/** Heights in pixels that are kept for parts that load later. */
const CHART_CARD = 420;
const LIST_HEADER = 84;
const ROW = 112;

interface DashboardContentProps {
  overview: Overview;
  /** Current statistics, which can be newer than the overview. */
  stats: DashboardStats;
  /** The filters of the overview. */
  filters: ProjectFilters;
  /** Number of batches of the project, regardless of filters; undefined while unknown. */
  totalBatches: number | undefined;
  view: DashboardView;
  onView: (change: Partial<DashboardView>) => void;
  /** Adds or removes a batch in the filter. */
  onToggleBatch: (id: number) => void;
}

/** Figures, charts and batches of an overview. */
export function DashboardContent({
  overview,
  stats,
  filters,
  totalBatches,
  view,
  onView,
  onToggleBatch,
}: DashboardContentProps) {
  const { batches: selection } = filters;
  const filtersActive = areActive(filters, totalBatches);
  const picked = useMemo(
    () =>
      selection.kind === 'some' && narrowsBatches(selection, totalBatches)
        ? new Set(selection.ids)
        : null,
    [selection, totalBatches],
  );
  const total = totalBatches ?? overview.batches.length;
  return (
    <Columns gap={2}>
      <MetricCards
        stats={stats}
        batches={overview.batches}
        activity={overview.recent_activity}
        filters={filters}
        allBatches={total}
      />
      <Columns columns={{ md: 2, xl: [5, 7] }} gap={2}>
        <Suspense fallback={<Waiting height={CHART_CARD} />}>
          <StatusCard
            byStatus={stats.by_status}
            filtersActive={filtersActive}
            view={view.status_view}
            onView={(status_view) => onView({ status_view })}
          />
        </Suspense>
        <Suspense fallback={<Waiting height={CHART_CARD} />}>
          <ActivityCard
            entries={overview.recent_activity}
            filters={filters}
            view={view.activity_view}
            onView={(activity_view) => onView({ activity_view })}
          />
        </Suspense>
      </Columns>
      <Suspense fallback={<Waiting height={LIST_HEADER + ROW * overview.batches.length} />}>
        <BatchList
          batches={overview.batches}
          selected={selectedCount(selection, total)}
          total={total}
          filtersActive={filtersActive}
          picked={picked}
          sort={view.batch_sort}
          search={view.batch_search}
          onView={onView}
          onToggle={onToggleBatch}
        />
      </Suspense>
    </Columns>
  );
}

function Waiting({ height }: { height: number }) {
  return <Skeleton variant="rounded" height={height} sx={{ maxHeight: '100vh' }} />;
}
