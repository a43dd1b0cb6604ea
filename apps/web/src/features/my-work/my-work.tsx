import { Box, Button, Skeleton, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { UserTaskList } from '@portal/contracts/task-stats';
import { daysOf, instantsOf } from '@portal/domain/periods';
import { Suspense, useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { chartViewParam } from '../../charts/chart-view';
import { isRefused } from '../../lib/api-error';
import { paths } from '../../lib/paths';
import { useUrlState } from '../../lib/url-state';
import { Freshness } from '../../live/freshness';
import type { LiveUpdates } from '../../live/live-query';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { byLastReview } from '../../entities/tasks/last-review';
import { InOrder, mostOf } from '../../ui/in-order';
import { LoadError } from '../../ui/load-error';
import { type Membership, useMemberships } from '../../entities/pods/api';
import { useMay } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';
import { useOwnDays, useOwnTasks, usePodsToDo } from './api';
import { lazyPart } from '../../ui/lazy-part';
import { TasksCard } from './tasks-card';
import { MyWeekCard } from './my-week-card';
import { Columns } from '../../ui/layout';

const PodsNow = lazyPart(async () => (await import('./pods-now')).PodsNow);

interface MyWorkProps {
  email: string;
  projectId: number;
  updates: LiveUpdates;
  /** Hears how much there is to do in the part with most of it, once that is loaded. */
  onToDo: (count: number) => void;
}

const RECENT = 8;
const REWORK = 5;
/** Of the newest of these the last reviews decide which are shown. */
const REWORK_READ = 50;
const PARAMS = { week: chartViewParam };

/** The user's pods, and the own week, rework and recent tasks in the selected project; what has most to do first. */
export function MyWork({ email, projectId, updates, onToDo }: MyWorkProps) {
  const [url, setUrl] = useUrlState(PARAMS);
  const today = useToday();
  const zone = useReportingZone();
  const days = useMemo(() => daysOf('this_week', today), [today]);
  const span = useMemo(() => instantsOf(days, zone), [days, zone]);

  const memberships = useMemberships();
  const { pods } = memberships;
  const week = useOwnDays({ email, projectId, ...span }, updates);
  const recent = useOwnTasks({ email, projectId, size: RECENT }, updates);
  const rework = useOwnTasks({ email, projectId, status: 'rework', size: REWORK_READ }, updates);

  const ownPage = paths.trainerStats(email);
  const everywhere = projectId === ALL_PROJECTS_ID;
  const leads = rolesIn(pods, 'lead');
  const reviews = rolesIn(pods, 'reviewer');
  const role = useLikelyRole();
  const hasOwnWork = useHasOwnWork(pods, recent.data, rework.data);
  const toDo = usePodsToDo(leads, reviews);
  const podsToDo = pods || memberships.error ? mostOf([...toDo.values()]) : undefined;
  const ownToDo =
    hasOwnWork === false ? 0 : (rework.data?.rework_total ?? (rework.isError ? 0 : undefined));
  const most = mostOf([podsToDo, ownToDo]);
  useEffect(() => {
    if (most !== undefined) onToDo(most);
  }, [most, onToDo]);
  // The card of the week says itself that its pods could not be loaded.
  const parts = [week, recent, rework, ...(hasOwnWork ? [] : [memberships])];
  const failure = parts.find(({ error }) => error && !isRefused(error));
  return (
    <Box sx={{ minWidth: 0 }}>
      <LoadError
        fallback="Failed to load your work"
        error={failure?.error}
        at={failure?.errorUpdatedAt ?? 0}
        onRetry={() => void Promise.all(parts.map((part) => part.refetch()))}
      />
      <InOrder
        blocks={[
          {
            id: 'pods',
            toDo: podsToDo,
            content:
              leads.length + reviews.length > 0 ? (
                <Suspense fallback={<PodToCome role={leads.length > 0 ? 'lead' : 'reviewer'} />}>
                  <PodsNow {...{ leads, reviews, toDo, email, updates }} />
                </Suspense>
              ) : (
                !pods && !memberships.error && role && <PodToCome role={role} />
              ),
          },
          {
            id: 'own',
            toDo: ownToDo,
            content: (
              <>
                {(hasOwnWork === false || (hasOwnWork === undefined && !failure)) && (
                  <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
                    {hasOwnWork === false ? (
                      'You have no tasks of your own in this project.'
                    ) : (
                      <Skeleton width={280} />
                    )}
                  </Typography>
                )}
                {hasOwnWork && (
                  <Columns columns={{ md: [3, 2] }} gap={2} sx={{ alignItems: 'start', mb: 2 }}>
                    <MyWeekCard
                      days={days}
                      today={today}
                      zone={zone}
                      rows={week.data?.rows}
                      failed={week.isError}
                      pods={pods}
                      podsFailed={memberships.error !== null}
                      email={email}
                      view={url.week}
                      onView={(view) => setUrl({ week: view })}
                      freshness={
                        week.data && <Freshness room={updates.room} asOf={week.dataUpdatedAt} />
                      }
                    />
                    <TasksCard
                      title="Back for rework"
                      count={rework.data?.rework_total}
                      countOf={{ number: 'rework_of_user', user_email: email }}
                      tasks={rework.data && byLastReview(rework.data.items).slice(0, REWORK)}
                      failed={rework.isError}
                      empty="Nothing came back to you. All clear."
                      allPath={ownPage}
                      withProject={everywhere}
                    />
                  </Columns>
                )}
              </>
            ),
          },
          {
            id: 'recent',
            toDo: ownToDo === undefined ? undefined : 0,
            content: hasOwnWork && (
              <Box sx={{ mb: 2, minWidth: 0 }}>
                <TasksCard
                  title="Recent tasks"
                  tasks={recent.data?.items}
                  failed={recent.isError}
                  empty="Your tasks appear here as soon as they are imported."
                  withProject={everywhere}
                  wide
                  action={
                    <Button component={Link} to={ownPage} size="small">
                      View all
                    </Button>
                  }
                />
              </Box>
            ),
          },
        ]}
      />
    </Box>
  );
}

type HomeRole = 'lead' | 'reviewer';

/** The role that the user has in a pod, as far as the session tells before the pods are loaded. */
function useLikelyRole(): HomeRole | undefined {
  const may = useMay();
  const isInPod = useSessionStore(
    ({ session }) => session.kind === 'signed-in' && session.claims.pod_name !== null,
  );
  if (!isInPod) return undefined;
  if (may(['pod-targets-manage'])) return 'lead';
  return may(['trainer-feedback-add']) ? 'reviewer' : undefined;
}

/** The usual heights of the card of a pod. */
const HEIGHT = {
  lead: { xs: 287, sm: 142 },
  reviewer: { xs: 867, sm: 531 },
} as const;

/** Keeps the place of the card, so that nothing below it moves. */
function PodToCome({ role }: { role: HomeRole }) {
  return <Skeleton variant="rounded" sx={{ height: HEIGHT[role], mb: 2 }} />;
}

function rolesIn(pods: readonly Membership[] | undefined, role: Membership['role']): string[] {
  return (pods ?? []).filter((pod) => pod.role === role).map((pod) => pod.pod_name);
}

/**
 * Trainers have work of their own, also before the first task; users who manage only if there is some. Undefined
 * while that is unknown.
 */
function useHasOwnWork(
  pods: readonly Membership[] | undefined,
  recent: UserTaskList | undefined,
  rework: UserTaskList | undefined,
): boolean | undefined {
  const manages = useMay()(['pod-info-public-view', 'data-upload', 'project-admin', 'admin-view']);
  if (!manages || pods?.some(({ role }) => role === 'trainer')) return true;
  if (!pods || !recent || !rework) return undefined;
  return recent.total > 0 || rework.rework_total > 0;
}
