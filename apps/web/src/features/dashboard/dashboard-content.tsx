import Box from '@mui/material/Box';
import type { DashboardStats, Overview } from '@portal/contracts/dashboard';
import { useMemo } from 'react';
import { ActivityCard } from './activity-card';
import { BatchList } from './batch-list';
import { areActive, narrowsBatches, selectedCount, type DashboardFilters } from './filters';
import { MetricCards } from './metric-cards';
import { StatusCard } from './status-card';
import type { DashboardView } from './view';

interface DashboardContentProps {
  overview: Overview;
  /** The statistics to show, which may be newer than the overview. */
  stats: DashboardStats;
  /** The filters that the overview was made for. */
  filters: DashboardFilters;
  /** Number of batches of the project, filters aside; undefined while it is not known. */
  totalBatches: number | undefined;
  view: DashboardView;
  onView: (change: Partial<DashboardView>) => void;
  /** Ticks or unticks a batch in the filter. */
  onToggleBatch: (id: number) => void;
}

/** What an overview shows: figures, charts and batches. */
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
