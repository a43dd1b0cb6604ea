import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo } from 'react';
import { useOwnProject } from '../../entities/projects/api';
import { NoTasks } from '../../entities/projects/no-tasks';
import { isRefused } from '../../lib/api-error';
import { formatZone } from '../../lib/format';
import { useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { Freshness } from '../../live/freshness';
import { useProjectUpdates, type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { DrawnBlock } from '../../ui/drawn-block';
import { LoadError } from '../../ui/load-error';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { FilterCard } from '../../entities/batches/filter-card';
import { NO_FILTERS, pickBatch, toQuery, type OverviewQuery } from '../../entities/batches/filters';
import { filtersText } from '../../entities/batches/filters-text';
import { BATCHES_THROTTLE_MS, useProjectFilters } from '../../entities/batches/use-project-filters';
import { StatisticsHeader } from '../../ui/statistics-header';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { DashboardContent } from './dashboard-content';
import { liveStats } from './metrics/live-stats';
import { type DashboardView, VIEW_PARAMS } from './view';
import { lazyPart } from '../../ui/lazy-part';
import { useMay } from '../../session/permissions';
import { QueryView } from '../../ui/query-view';
import { FailurePanel } from '../../ui/failure';
import QueryStatsIcon from '~icons/ic/baseline-query-stats';
import { overviewSchema } from '@portal/contracts/dashboard';
import { api } from '../../session/api';
import { CircularProgress, Typography } from '@mui/material';
import { Columns } from '../../ui/layout';

const RoundsCard = lazyPart(() => import('../../entities/rounds/rounds-card'));

const UNFILTERED = toQuery(NO_FILTERS, undefined);

/** One project's dashboard with its filters, kept current by pushed states. */
export function ProjectDashboard({ projectId }: { projectId: number }) {
  const queryClient = useQueryClient();
  const projectName = useOwnProject(projectId)?.name;
  const updates = useProjectUpdates(projectId);
  const { room, pushed } = updates;
  const seesAll = useMay()(['data-upload', 'pod-info-public-view']);
  const today = useToday();
  const zone = useReportingZone();
  const [wall] = useWallMode();
  const [view, setViewState] = useUrlState(VIEW_PARAMS);
  const setView = useCallback(
    (change: Partial<DashboardView>) => setViewState(change, { replace: 'batch_search' in change }),
    [setViewState],
  );

  // The unfiltered overview lists all batches; without filters it is also the one on display.
  const whole = useOverview(projectId, UNFILTERED, updates, BATCHES_THROTTLE_MS);
  const { filters, query, known, setFilters } = useProjectFilters(whole.data?.batches);
  const shown = useOverview(projectId, query, updates);

  const wantedLabel = useMemo(() => ({ filters, query }), [filters, query]);
  const last = useDrawn(shown, wantedLabel);
  const drawn = isRefused(shown.error) ? undefined : last;

  const refresh = () => void queryClient.invalidateQueries({ queryKey: overviewsKey(projectId) });
  const toggle = useCallback(
    (id: number) => setFilters((now) => ({ batches: pickBatch(now.batches, id, known ?? []) })),
    [setFilters, known],
  );

  return (
    <>
      <StatisticsHeader
        title="Project Dashboard"
        projectName={projectName}
        // On a wall screen the badge in the corner says that all is live.
        freshness={
          drawn && !(wall && room.kind === 'live') && <Freshness room={room} asOf={drawn.asOf} />
        }
        refreshing={shown.isFetching || whole.isFetching}
        onRefresh={refresh}
        wallText={
          drawn ? `${filtersText(drawn.label.filters, known?.length)}, ${formatZone(zone)}` : ''
        }
      />
      {!wall && (
        <FilterCard
          batches={whole.isPending ? undefined : (whole.data?.batches ?? [])}
          filters={filters}
          today={today}
          zone={zone}
          refetching={shown.isFetching && drawn !== undefined}
          onChange={setFilters}
        />
      )}
      <LoadError
        fallback="Failed to load dashboard data"
        error={shown.error ?? whole.error}
        at={Math.max(shown.errorUpdatedAt, whole.errorUpdatedAt)}
      />
      <QueryView
        query={{ data: drawn, error: shown.error, refetch: refresh }}
        pending={<DashboardLoading />}
        renderFailure={(_error, onRetry) => (
          <FailurePanel
            icon={QueryStatsIcon}
            title="No Dashboard Data"
            detail="We couldn't load the dashboard data for this project."
            onRetry={onRetry}
          />
        )}
      >
        {({ data, label, isOld }) => (
          <DrawnBlock isOld={isOld} label={filtersText(label.filters, known?.length)}>
            {whole.data?.dashboard_stats.total_tasks === 0 && <NoTasks />}
            <NumberTasks
              projectId={projectId}
              query={query}
              batches={whole.data?.batches ?? data.batches}
              live={updates}
            >
              <DashboardContent
                overview={data}
                stats={liveStats(data, label.query, pushed)}
                filters={label.filters}
                totalBatches={known?.length}
                view={view}
                onView={setView}
                onToggleBatch={toggle}
              />
              {seesAll && (
                <Suspense>
                  <RoundsCard
                    projectId={projectId}
                    start={label.filters.start}
                    end={label.filters.end}
                    batchIds={label.query.batch_ids}
                    live={updates}
                  />
                </Suspense>
              )}
            </NumberTasks>
          </DrawnBlock>
        )}
      </QueryView>
    </>
  );
}

/** Key of every overview of a project, regardless of filters. */
function overviewsKey(projectId: number) {
  return ['overview', projectId] as const;
}

/**
 * The overview with these filters. Fetched again when a pushed state is newer, and polled without
 * live updates.
 */
function useOverview(projectId: number, query: OverviewQuery, updates: LiveUpdates, throttle = 0) {
  return useLiveQuery(updates, {
    throttle,
    queryKey: [...overviewsKey(projectId), query] as const,
    ...api.read(`/projects/${projectId}/overview`, overviewSchema, { ...query }),
  });
}

/** Shown while the first overview of a project loads. */
function DashboardLoading() {
  return (
    <Columns
      role="status"
      gap={1}
      sx={{ placeContent: 'center', justifyItems: 'center', minHeight: 420 }}
    >
      <CircularProgress size={64} thickness={3} aria-label="Loading" sx={{ mb: 2 }} />
      <Typography variant="h3" component="p">
        Loading dashboard data...
      </Typography>
      <Typography variant="body2" color="textSecondary">
        This may take a few moments for large projects
      </Typography>
    </Columns>
  );
}
