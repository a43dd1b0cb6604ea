import InventoryIcon from '~icons/ic/outline-inventory-2';
import { Button, Card } from '@mui/material';
import type { Batch, DeliveryStats } from '@portal/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useNoTasksText } from '../../entities/projects/no-tasks';
import { isRefused } from '../../lib/api-error';
import { formatZone } from '../../lib/format';
import { useUrlState, type UrlStateOf, urlParam, type UrlParam } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { Freshness } from '../../live/freshness';
import { useProjectUpdates } from '../../live/live-query';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { DrawnBlock } from '../../ui/drawn-block';
import { LoadError } from '../../ui/load-error';
import { PageLoading } from '../../ui/page-loading';
import { FilterCard } from '../../entities/batches/filter-card';
import { areActive } from '../../entities/batches/filters';
import { filtersText } from '../../entities/batches/filters-text';
import { useProjectFilters } from '../../entities/batches/use-project-filters';
import { StatisticsHeader } from '../../ui/statistics-header';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { ModelBreakdown } from './model-breakdown';
import { useBatches } from '../../entities/batches/use-batches';
import { deliveryKey, useDeliveryStats } from './api';
import { FailurePanel } from '../../ui/failure';
import { QueryView } from '../../ui/query-view';
import { SummaryCards } from './summary-cards';
import { Row } from '../../ui/layout';
import { z } from 'zod';

const NO_BATCHES: readonly Batch[] = [];

interface DeliveryStatisticsProps {
  projectId: number;
  projectName: string;
}

/** Delivery numbers of one project with their filters, kept current by pushed states. */
export function DeliveryStatistics({ projectId, projectName }: DeliveryStatisticsProps) {
  const queryClient = useQueryClient();
  const updates = useProjectUpdates(projectId);
  const noTasks = useNoTasksText();
  const today = useToday();
  const zone = useReportingZone();
  const [wall] = useWallMode();
  const [view, setView] = useUrlState(DELIVERY_PARAMS);

  const batches = useBatches(projectId, updates);
  const { filters, query, known, setFilters } = useProjectFilters(batches.data?.batches);
  const shown = useDeliveryStats(projectId, query, updates);
  const last = useDrawn(shown, filters);
  const drawn = isRefused(shown.error) ? undefined : last;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: deliveryKey(projectId) });

  return (
    <>
      <StatisticsHeader
        title="Delivery Statistics"
        projectName={projectName}
        // On a wall screen the badge in the corner says that all is live.
        freshness={
          drawn &&
          !(wall && updates.room.kind === 'live') && (
            <Freshness room={updates.room} asOf={drawn.asOf} />
          )
        }
        refreshing={shown.isFetching}
        onRefresh={refresh}
        wallText={drawn ? `${filtersText(drawn.label, known?.length)}, ${formatZone(zone)}` : ''}
      />
      {!wall && (
        <FilterCard
          batches={batches.isPending ? undefined : (batches.data?.batches ?? [])}
          filters={filters}
          today={today}
          zone={zone}
          refetching={shown.isFetching && drawn !== undefined}
          onChange={setFilters}
        />
      )}
      <LoadError
        fallback="Failed to load delivery statistics"
        error={shown.error ?? batches.error}
        at={Math.max(shown.errorUpdatedAt, batches.errorUpdatedAt)}
      />
      <QueryView
        query={{ data: drawn, error: shown.error, refetch: refresh }}
        pending={<PageLoading />}
        renderFailure={(_error, onRetry) => (
          <NoDelivery
            detail="We couldn't load the delivery statistics of this project."
            onRetry={onRetry}
          />
        )}
      >
        {({ data, label, isOld }) => (
          <DrawnBlock isOld={isOld} label={filtersText(label, known?.length)}>
            {isEmpty(data) ? (
              <NoDelivery
                detail={
                  areActive(label, known?.length) ? 'No tasks match the current filters' : noTasks
                }
                onRetry={refresh}
              />
            ) : (
              <NumberTasks
                projectId={projectId}
                query={query}
                batches={batches.data?.batches ?? NO_BATCHES}
                live={updates}
              >
                <Figures stats={data} view={view} onView={setView} />
              </NumberTasks>
            )}
          </DrawnBlock>
        )}
      </QueryView>
    </>
  );
}

interface FiguresProps {
  stats: DeliveryStats;
  view: UrlStateOf<typeof DELIVERY_PARAMS>;
  onView: (change: Partial<UrlStateOf<typeof DELIVERY_PARAMS>>) => void;
}

/** The six figures, and the models if they are shown. */
function Figures({ stats, view, onView }: FiguresProps) {
  const [wall] = useWallMode();
  const modelsShown = view.models === 'shown';
  return (
    <>
      <SummaryCards stats={stats} />
      {!wall && (
        <Row align="stretch" justify="flex-end" sx={{ mt: 2 }}>
          <Button
            variant="outlined"
            aria-expanded={modelsShown}
            onClick={() => onView({ models: modelsShown ? 'hidden' : 'shown' })}
          >
            {modelsShown ? 'Hide Model Breakdown' : 'Show Model Breakdown'}
          </Button>
        </Row>
      )}
      {modelsShown && (
        <ModelBreakdown
          models={stats.by_model ?? []}
          doughnuts={view.doughnut}
          onDoughnuts={(doughnut) => onView({ doughnut })}
        />
      )}
    </>
  );
}

function isEmpty(stats: DeliveryStats): boolean {
  return (stats.by_model ?? []).every((model) => Object.keys(model.by_status).length === 0);
}

function NoDelivery({ detail, onRetry }: { detail: string; onRetry: () => unknown }) {
  return (
    <Card>
      <FailurePanel
        icon={InventoryIcon}
        title="No Delivery Data"
        detail={detail}
        onRetry={onRetry}
      />
    </Card>
  );
}

/** The models that are shown as a doughnut; the others are tables. '' is the card without a model. */
const doughnutsParam: UrlParam<readonly string[]> = {
  read: (values) => [...new Set(values)],
  write: (models) => models,
};

/** The view of the page in the URL. */
const DELIVERY_PARAMS = {
  models: urlParam(z.enum(['shown', 'hidden']), 'shown'),
  doughnut: doughnutsParam,
};
