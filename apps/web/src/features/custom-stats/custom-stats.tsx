import { Box, Card } from '@mui/material';
import type { CustomStat, ParameterValues } from '@portal/contracts/custom-stats';
import { useMemo, useState, useCallback } from 'react';
import { ParameterFilters } from '../../entities/batches/parameter-filters';
import {
  parametersOfAll,
  usesBatches,
  valuesFor,
  valuesText,
} from '../../entities/batches/parameters';
import { useBatches } from '../../entities/batches/use-batches';
import { useProjectFilters } from '../../entities/batches/use-project-filters';
import { useOwnProject } from '../../entities/projects/api';
import { isRefused } from '../../lib/api-error';
import { useOpenByUrl } from '../../lib/url-state';
import { Freshness } from '../../live/freshness';
import {
  useProjectUpdates,
  type LiveUpdates,
  pollInterval,
  usePolling,
  useRefetchOnPush,
} from '../../live/live-query';
import { LoadError } from '../../ui/load-error';
import { useMay } from '../../session/permissions';
import type { StatCardProps } from './card/card-props';
import { StatCard } from './card/stat-card';
import { ManageButtons } from './manage-buttons';
import { type OpenDialog, StatDialogs } from './stat-dialogs';
import { useStats } from './api';
import { cardsSx } from './stats-grid';
import { StatsHeader } from './stats-header';
import { NoStats, StatsError, StatsLoading } from './stats-states';
import { useViews } from './use-views';
import { oldestOf } from '@portal/domain/stamps';
import { useResults } from './run-api';

/** A query may use at most this part of the time, so that a slow one does not run without a break. */
const BREAK = 4;

const NONE: readonly CustomStat[] = [];

interface CustomStatsProps extends Pick<StatCardProps, 'below'> {
  projectId: number;
}

/** The statistics of one project as cards, and the dialogs of users who manage them. */
export function CustomStats({ projectId, below }: CustomStatsProps) {
  const projectName = useOwnProject(projectId)?.name;
  const manages = useMay()(['admin-view', 'project-admin']);
  const list = useStats(projectId, !manages);
  // What the user may no longer see is removed from the screen.
  const stats = (isRefused(list.error) ? undefined : list.data) ?? NONE;
  const updates = useProjectUpdates(projectId);
  const parameters = useMemo(() => parametersOfAll(stats), [stats]);
  const batches = useBatches(projectId, updates, usesBatches(parameters));
  const { filters, known, setFilters } = useProjectFilters(batches.data?.batches);
  const total = known?.length;
  const values = useMemo(() => valuesFor(parameters, filters, total), [parameters, filters, total]);
  const results = useLiveResults(projectId, stats, values, updates);
  const { viewOf, setView } = useViews();
  const [dialog, setDialog] = useState<OpenDialog>();

  useOpenByUrl(manages && list.isSuccess ? () => setDialog({ kind: 'create' }) : undefined);

  const refresh = (): void => {
    void list.refetch();
    results.runAll();
  };
  const manage = useMemo(() => manages && <ManageButtons onOpen={setDialog} />, [manages]);
  const updatedAt = Math.max(0, ...results.states.map((state) => state.updatedAt));

  return (
    <>
      <StatsHeader
        projectName={projectName}
        freshness={<Freshness room={updates.room} asOf={updatedAt} />}
        manage={stats.length > 0 && manage}
        refreshing={list.isFetching || results.states.some(({ running }) => running)}
        onRefresh={refresh}
      />
      {list.isError && <StatsError onRetry={refresh} />}
      {list.isPending ? (
        <StatsLoading />
      ) : (
        list.isSuccess && stats.length === 0 && <NoStats manage={manage} />
      )}
      {parameters.length > 0 && (
        <Card sx={{ p: 2.5, pt: 1.75, mb: 2 }}>
          <ParameterFilters
            parameters={parameters}
            batches={batches.isPending ? undefined : (batches.data?.batches ?? [])}
            filters={filters}
            onChange={(change) => setFilters(() => change)}
          />
        </Card>
      )}
      <LoadError
        fallback="Failed to load the batches"
        error={batches.error}
        at={batches.errorUpdatedAt}
      />
      {stats.length > 0 && (
        <Box sx={cardsSx}>
          {stats.map((stat, at) => {
            const state = results.states[at];
            return (
              state && (
                <StatCard
                  key={stat.id}
                  stat={stat}
                  state={state}
                  paused={results.paused.has(stat.id)}
                  view={viewOf(stat)}
                  values={values}
                  label={valuesText(stat.parameters, filters, total)}
                  onView={setView}
                  onRun={results.run}
                  onCancel={results.cancel}
                  onManage={manages ? setDialog : undefined}
                  below={below}
                />
              )
            );
          })}
        </Box>
      )}
      <StatDialogs projectId={projectId} open={manages ? dialog : undefined} onOpen={setDialog} />
    </>
  );
}

/**
 * The results of a project's statistics. They run again when the project changes, or every 30 seconds
 * without live updates.
 */
function useLiveResults(
  projectId: number,
  stats: readonly CustomStat[],
  values: ParameterValues,
  { room, pushed }: LiveUpdates,
) {
  const results = useResults(projectId, stats, values);
  const { states, paused, runAgain } = results;

  const current = states.flatMap(({ outcome }, at) => {
    const stat = stats[at];
    const updates = stat?.is_active === true && !paused.has(stat.id);
    return updates && outcome?.error === null ? [outcome] : [];
  });
  const slowest = current.reduce((most, one) => Math.max(most, one.execution_time_ms), 0);
  useRefetchOnPush(
    {
      data: current.length === 0 ? undefined : oldestOf(current),
      isFetching: states.some(({ running }) => running),
      isError: states.some(({ failure }) => failure !== null),
      refetch: runAgain,
    },
    pushed,
    slowest * BREAK,
  );

  usePolling(
    pollInterval(room),
    useCallback(() => void runAgain(), [runAgain]),
  );

  return results;
}
