import PersonOffIcon from '~icons/ic/outline-person-off';
import { Box, Card, Skeleton } from '@mui/material';
import { Suspense, useMemo } from 'react';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useParams } from 'react-router';
import { z } from 'zod';
import { chartViewParam } from '../../charts/chart-view';
import { isRefused } from '../../lib/api-error';
import { urlParam, useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { Freshness } from '../../live/freshness';
import { searchParam } from '../../entities/tasks/task-search';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { CopyLinkButton } from '../../ui/copy-link-button';
import { DateFilter } from '../../ui/date-filter/date-filter';
import { DrawnBlock } from '../../ui/drawn-block';
import { LoadError } from '../../ui/load-error';
import { MessagePanel } from '../../ui/message-panel';
import { daysText } from '../../entities/batches/filters-text';
import { RefreshButton } from '../../ui/refresh-button';
import { useDocumentTitle } from '../../ui/use-document-title';
import { type UserTasks, useUserTasks } from './api';
import { instantsOf, PERIOD_PARAMS, rangeOf, urlOfRange } from './period';
import { TASK_COLUMNS } from './task-columns';
import { TOTALS_GRID, TotalsRow } from './totals-row';
import { TrainerHeader } from './trainer-header';
import { FailurePanel } from '../../ui/failure';
import { QueryView } from '../../ui/query-view';
import { totalsOf, workDays } from './work';
import { lazyPart } from '../../ui/lazy-part';
import { Row } from '../../ui/layout';

/** The statistics of the user in the URL. */
export function TrainerStatsPage() {
  const email = useParams()['email'] ?? '';
  return <TrainerStats key={email} email={email} />;
}

// Chart and table are heavy; the figures do not wait for them. Many users have no rework.
const DailyCard = lazyPart(async () => (await import(/* at once */ './daily-card')).DailyCard);
const ReworkCard = lazyPart(async () => (await import('./rework-card')).ReworkCard);
const ScoresPart = lazyPart(() => import('./scores-part'));
const RoundsPart = lazyPart(() => import('./rounds-part'));
const TasksCard = lazyPart(async () => (await import(/* at once */ './tasks-card')).TasksCard);

const PARAMS = {
  ...PERIOD_PARAMS,
  metric: urlParam(z.enum(['tasks', 'turns']), 'tasks'),
  daily: chartViewParam,
  search: searchParam,
  sort_by: urlParam(z.enum(TASK_COLUMNS.map(({ id }) => id)), 'completed_at'),
  sort_order: urlParam(z.enum(['asc', 'desc']), 'desc'),
};

/** The work of one user in a period, kept current by pushed states. */
function TrainerStats({ email }: { email: string }) {
  const today = useToday();
  const zone = useReportingZone();
  const [url, setUrl] = useUrlState(PARAMS);
  const range = useMemo(() => rangeOf(url, today), [url, today]);
  const query = useMemo(() => instantsOf(range, zone), [range, zone]);
  const shown = useUserTasks(email, query);
  const last = useDrawn(shown, range);
  const drawn = isRefused(shown.error) ? undefined : last;
  const loaded = drawn?.data;
  const days = useMemo(
    () => (drawn ? workDays(drawn.data.tasks, drawn.label, { today, zone }) : []),
    [drawn, today, zone],
  );
  const sort = useMemo(() => ({ id: url.sort_by, order: url.sort_order }), [url]);
  const period = useMemo(
    () => ({ instants: { start: query.start_datetime, end: query.end_datetime } }),
    [query],
  );
  const refresh = () => void shown.refetch();

  if (isRefused(shown.error)) return <NotShown />;
  return (
    <NumberTasks projectId={ALL_PROJECTS_ID} live={shown.updates} watched={shown.watched} ofPeople>
      <TrainerHeader
        email={email}
        user={loaded?.user}
        failed={shown.isError}
        actions={
          <Row wrap gap={1.5}>
            {drawn && <Freshness room={shown.room} asOf={drawn.asOf} />}
            <CopyLinkButton link={() => window.location.href} />
            <RefreshButton refreshing={shown.isFetching} onRefresh={refresh} />
          </Row>
        }
      />
      <Card sx={{ p: 2.5, mb: 2.5, maxWidth: 640 }}>
        <DateFilter
          range={range}
          today={today}
          zone={zone}
          onRange={(chosen) => setUrl(urlOfRange(chosen))}
        />
      </Card>
      <LoadError
        error={shown.error}
        at={shown.errorUpdatedAt}
        fallback="Failed to load the tasks of the user"
      />
      <QueryView
        query={{ data: drawn, error: shown.error, refetch: refresh }}
        pending={<Loading />}
        renderFailure={(_error, onRetry) => (
          <Card>
            <FailurePanel
              icon={PersonOffIcon}
              title="No Data"
              detail="The tasks could not be loaded."
              onRetry={onRetry}
            />
          </Card>
        )}
      >
        {({ data, label, isOld }) => (
          <DrawnBlock isOld={isOld} label={daysText(label)}>
            <TotalsRow
              totals={totalsOf(data.tasks)}
              rework={data.reworkTotal}
              email={email}
              of={isWhole(data) ? period : null}
            />
            <Suspense fallback={<Skeleton variant="rounded" height={312} sx={{ mb: 2.5 }} />}>
              <DailyCard
                days={days}
                email={isWhole(data) ? email : null}
                metric={url.metric}
                onMetric={(metric) => setUrl({ metric })}
                view={url.daily}
                onView={(daily) => setUrl({ daily })}
              />
            </Suspense>
            {data.reworkTotal > 0 && (
              <Suspense fallback={<Skeleton variant="rounded" height={240} sx={{ mb: 2.5 }} />}>
                <ReworkCard email={email} />
              </Suspense>
            )}
            <Suspense fallback={<Skeleton variant="rounded" height={320} sx={{ my: 2.5 }} />}>
              <ScoresPart email={email} range={label} />
              <RoundsPart email={email} range={label} />
            </Suspense>
            <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
              <TasksCard
                email={email}
                query={query}
                loaded={data}
                search={url.search}
                onSearch={(search) => setUrl({ search })}
                sort={sort}
                onSort={({ id, order }) =>
                  setUrl({ sort_by: id, sort_order: order }, { replace: true })
                }
              />
            </Suspense>
          </DrawnBlock>
        )}
      </QueryView>
    </NumberTasks>
  );
}

/** Of very many tasks only the newest are counted here: such a number does not open. */
function isWhole({ tasks, total }: UserTasks): boolean {
  return tasks.length === total;
}

/** The place of figures, chart and tasks. */
function Loading() {
  return (
    <Box role="status" aria-label="Loading the tasks">
      <Box sx={TOTALS_GRID}>
        {['completed', 'turns', 'duration', 'rework'].map((name) => (
          <Skeleton key={name} variant="rounded" height={118} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={312} sx={{ mb: 2.5 }} />
      <Skeleton variant="rounded" height={480} />
    </Box>
  );
}

function NotShown() {
  useDocumentTitle('No such user');
  return (
    <MessagePanel
      icon={PersonOffIcon}
      level="h1"
      title="No such user"
      detail="There is no user with this email whose work you may see. Another project may permit it."
    />
  );
}
