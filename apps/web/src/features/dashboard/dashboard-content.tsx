import Box from '@mui/material/Box';
import type { DashboardStats, Overview } from '@portal/contracts/dashboard';
import { useMemo } from 'react';
import { ActivityCard } from './activity/activity-card';
import { BatchList } from './batches/batch-list';
import {
  areActive,
  narrowsBatches,
  selectedCount,
  type ProjectFilters,
} from '../../ui/project-filters/filters';
import { MetricCards } from './metrics/metric-cards';
import { StatusCard } from './status/status-card';
import type { DashboardView } from './view';

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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <MetricCards
        stats={stats}
        batches={overview.batches}
        activity={overview.recent_activity}
        filters={filters}
        allBatches={total}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: 'repeat(2, minmax(0, 1fr))',
            xl: 'minmax(0, 5fr) minmax(0, 7fr)',
          },
        }}
      >
        <StatusCard
          byStatus={stats.by_status}
          filtersActive={filtersActive}
          view={view.status_view}
          onView={(status_view) => onView({ status_view })}
        />
        <ActivityCard
          entries={overview.recent_activity}
          filters={filters}
          view={view.activity_view}
          onView={(activity_view) => onView({ activity_view })}
        />
      </Box>
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
    </Box>
  );
}
