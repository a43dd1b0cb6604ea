import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { ApiError } from '../../lib/api-error';
import { useLiveState, useRoom } from '../../live/use-live';
import { useProjectStore } from '../../session/project-store';
import { useToday } from '../../session/use-today';
import { BatchFilter } from './filters/batch-filter';
import { DashboardContent } from './dashboard-content';
import { DashboardHeader } from './dashboard-header';
import { DashboardError, DashboardLoading, NoDashboardData } from './dashboard-states';
import { DateFilter } from '../../ui/date-filter/date-filter';
import { areActive, knownBatchesOnly, NO_FILTERS, toggleBatch, toQuery } from './filters/filters';
import { Freshness } from '../../live/freshness';
import { liveStats } from './metrics/live-stats';
import { useDashboardSearch } from './use-dashboard-search';
import { overviewsKey, useOverview } from './requests/overview';

const UNFILTERED = toQuery(NO_FILTERS, undefined);

/** One project's dashboard with its filters, kept current by pushed states. */
export function ProjectDashboard({ projectId }: { projectId: number }) {
  const queryClient = useQueryClient();
  const projectName = useProjectStore(
    (state) => state.authorised?.find(({ id }) => id === projectId)?.name,
  );
  const room = useRoom(projectId);
  const pushed = useLiveState('dashboard-changed', projectId);
  const updates = { room, pushed };
  const today = useToday();
  const { filters: wanted, view, setFilters, setView } = useDashboardSearch();

  // The unfiltered overview lists all batches; without filters it is also the one on display.
  const whole = useOverview(projectId, UNFILTERED, updates);
  const known = useMemo(
    () => whole.data?.batches.map((batch) => batch.turing_batch_id),
    [whole.data],
  );
  const filters = useMemo(() => knownBatchesOnly(wanted, known), [wanted, known]);
  const query = useMemo(() => toQuery(filters, known?.length), [filters, known]);
  const shown = useOverview(projectId, query, updates);

  // While the next overview loads, the last one stays with its own filters.
  const [settled, setSettled] = useState({ filters, query });
  if (!shown.isPlaceholderData && (settled.filters !== filters || settled.query !== query)) {
    setSettled({ filters, query });
  }

  const overview = isRefused(shown.error) ? undefined : shown.data;
  const filtersActive = areActive(filters, known?.length);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: overviewsKey(projectId) });
  const toggle = useCallback(
    (id: number) => setFilters((now) => ({ batches: toggleBatch(now.batches, id, known ?? []) })),
    [setFilters, known],
  );

  return (
    <>
      <DashboardHeader
        projectName={projectName}
        freshness={overview && <Freshness room={room} asOf={shown.dataUpdatedAt} />}
        refreshing={shown.isFetching || whole.isFetching}
        onRefresh={refresh}
      />
      <Card
        sx={{
          position: 'relative',
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', md: '3fr 2fr' },
          gap: { xs: 2, md: 4 },
          p: 2.5,
          pt: 1.75,
          mb: 2,
        }}
      >
        <BatchFilter
          batches={whole.isPending ? undefined : (whole.data?.batches ?? [])}
          selection={filters.batches}
          filtersActive={filtersActive}
          onSelect={(batches) => setFilters(() => ({ batches }))}
          onClearAll={() => setFilters(() => NO_FILTERS)}
        />
        <DateFilter range={filters} today={today} onRange={(range) => setFilters(() => range)} />
        {shown.isFetching && !shown.isPending && <RefetchLine />}
      </Card>
      <DashboardError
        error={shown.error ?? whole.error}
        at={Math.max(shown.errorUpdatedAt, whole.errorUpdatedAt)}
      />
      {overview ? (
        <DashboardContent
          overview={overview}
          stats={liveStats(overview, settled.query, pushed)}
          filters={settled.filters}
          totalBatches={known?.length}
          view={view}
          onView={setView}
          onToggleBatch={toggle}
        />
      ) : shown.isPending ? (
        <DashboardLoading />
      ) : (
        <NoDashboardData onRetry={refresh} />
      )}
    </>
  );
}

/** Data that the user may no longer see is removed from the screen. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

function RefetchLine() {
  return (
    <Box sx={{ position: 'absolute', left: 0, right: 0, bottom: 0 }}>
      <LinearProgress aria-label="Refreshing" sx={{ height: 2, borderRadius: 0 }} />
    </Box>
  );
}
