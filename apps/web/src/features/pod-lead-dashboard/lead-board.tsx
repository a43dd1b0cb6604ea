import LockIcon from '~icons/ic/outline-lock';
import SyncIcon from '~icons/ic/outline-sync-problem';
import { Alert, Box, Card, Skeleton } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { isRefused } from '../../lib/api-error';
import { paths } from '../../lib/paths';
import { Freshness } from '../../live/freshness';
import { usePod } from '../../entities/pods/open-pod';
import { useMay } from '../../session/permissions';
import { CopyLinkButton } from '../../ui/copy-link-button';
import { DrawnBlock } from '../../ui/drawn-block';
import { LoadError } from '../../ui/load-error';
import { PageHeader } from '../../ui/page-header';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { WallModeButton } from '../../ui/wall-mode/wall-mode-button';
import { type Trends, useWeeklyHistory, useWeeklyProgress } from './api';
import { useBoardView } from './board-view';
import { LiveNotice } from './live-notice';
import { MANY, MemberList } from './members/member-list';
import type { AlsoKnown } from './members/order';
import { useKnownRounds } from '../../entities/rounds/known-rounds';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { ShownWeek } from './members/member-count';
import { useCrossings } from './members/use-crossings';
import { PodSummary } from './summary/pod-summary';
import { NoTarget } from './targets/no-target';
import { usePodActivity } from '../../entities/pods/activity';
import { weekOptions } from '../../entities/pods/week';
import { useToday } from '../../entities/portal/use-today';
import { useDrawn } from '../../lib/use-drawn';
import { useProjectUpdates } from '../../live/live-query';
import { lazyPart } from '../../ui/lazy-part';
import { WeekSwitch } from './week/week-switch';
import { FailureAlert, FailurePanel } from '../../ui/failure';
import { QueryView } from '../../ui/query-view';
import { formatWeek, mondayOf, sundayOf } from './week/weeks';
import { Columns, Row } from '../../ui/layout';

const TargetsCard = lazyPart(async () => (await import('./targets/targets-card')).TargetsCard);
const ReviewersCard = lazyPart(() => import('./reviewers/reviewers-card'));
const RoundsCard = lazyPart(() => import('../../entities/rounds/rounds-card'));

/** The Pod Lead Dashboard of the open pod. */
export function LeadBoardPage() {
  const { podName, projectId } = usePod();
  return <LeadBoard key={podName} projectId={projectId} podName={podName} />;
}

const NO_TRENDS: Trends = {};
const NO_MEMBERS: readonly MemberProgress[] = [];

interface LeadBoardProps {
  projectId: number;
  podName: string;
}

/** The weekly progress of each user of a pod, live, and the pod's weekly targets. */
export function LeadBoard({ projectId, podName }: LeadBoardProps) {
  const { view, newFor, setNewFor, brokenWeek, order, setOrder, showOthers, setWeek } =
    useBoardView();
  const [wall] = useWallMode();
  const board = useWeekProgress(projectId, podName, view.week);
  const { room, week, thisWeek, drawn, fetched } = board;
  const progress = drawn?.data;
  const history = useWeeklyHistory(podName, board.updates);
  const work = usePodActivity(podName, board.updates);
  const activity = work.data;
  const marks = useCrossings(drawn?.label && !drawn.isOld ? drawn.data : undefined, room);
  const seesAll = useMay()(['pod-info-public-view']);

  const shownWeek = progress?.week_start ?? week;
  const tasksPath = useMemo(
    () =>
      seesAll
        ? (email: string) =>
            `${paths.trainerStats(email)}?start=${shownWeek}&end=${sundayOf(shownWeek)}`
        : undefined,
    [seesAll, shownWeek],
  );
  const days = useMemo(
    () => (wall ? null : { first: shownWeek, last: sundayOf(shownWeek) }),
    [wall, shownWeek],
  );
  const members = progress?.members ?? NO_MEMBERS;
  const trainers = useMemo(
    () =>
      members.filter(({ role }) => role === 'trainer').map(({ email, name }) => ({ email, name })),
    [members],
  );
  const isMany = trainers.length > MANY;
  const sunday = sundayOf(shownWeek);
  const ofWeek = { projectId, podName, start: shownWeek, end: sunday };
  const rounds = useKnownRounds(ofWeek);
  const known: AlsoKnown = useMemo(
    () => ({
      lastActive: new Map(activity?.members.map((one) => [one.email, one.last_active_at])),
      firstLook: new Map(
        rounds?.users.flatMap((one) =>
          one.user_email === null ? [] : [[one.user_email, one.first_look]],
        ),
      ),
    }),
    [activity, rounds],
  );
  return (
    <>
      {/* Neither a wall screen nor many people leave a line of its own for the week; a wall's corner is taken. */}
      <Box
        sx={
          wall || isMany
            ? {
                display: 'flex',
                flexWrap: 'wrap',
                columnGap: 3,
                ...(wall && { pr: { sm: '11rem' } }),
                '& > header': { flex: 1, mb: wall ? 2 : 1 },
                '& > [role=group]': { mb: wall ? 2 : 1 },
              }
            : {}
        }
      >
        <PageHeader
          title="Pod Lead Dashboard"
          subtitle={podName}
          actions={
            <Row wrap gap={2}>
              {/* On a wall screen the badge in the corner says that all is live. */}
              {drawn && !(wall && room.kind === 'live') && (
                <Freshness room={room} asOf={drawn.asOf} />
              )}
              {!wall && <CopyLinkButton link={() => linkTo(week)} />}
              <WallModeButton />
            </Row>
          }
        />
        <WeekSwitch week={week} thisWeek={thisWeek} onWeek={setWeek} />
      </Box>
      {brokenWeek !== null && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          “{brokenWeek}” is not the Monday of a week, as {thisWeek} is. The page shows this week.
        </Alert>
      )}
      {drawn && <LiveNotice room={room} asOf={drawn.asOf} />}
      <LoadError
        fallback="Failed to load the weekly progress"
        error={isRefused(fetched.error) ? null : fetched.error}
        at={fetched.errorUpdatedAt}
        {...(progress && { onRetry: () => void fetched.refetch() })}
      />
      <NumberTasks projectId={projectId} live={board.updates} ofPeople>
        <QueryView
          query={{
            data: isRefused(fetched.error) ? undefined : drawn,
            error: fetched.error,
            refetch: fetched.refetch,
          }}
          pending={<BoardLoading />}
          renderFailure={(error, onRetry) => (
            <Card>
              <FailurePanel
                {...(isRefused(error)
                  ? { icon: LockIcon, title: 'You cannot see this pod' }
                  : { icon: SyncIcon, title: 'No progress data' })}
                detail="The progress of this pod could not be loaded."
                onRetry={onRetry}
              />
            </Card>
          )}
        >
          {({ data, isOld }) => (
            <DrawnBlock isOld={isOld} label={formatWeek(data.week_start)}>
              {!seesAll && (
                <Alert severity="info" sx={{ mb: 2 }}>
                  You see only your own progress. An administrator can permit you to see that of the
                  pod.
                </Alert>
              )}
              {!data.target && !isOld && (
                <NoTarget
                  podName={podName}
                  week={week}
                  onSet={wall ? undefined : () => setNewFor(week)}
                />
              )}
              <ShownWeek value={days}>
                <PodSummary progress={data} podName={podName} isCompact={isMany} />
              </ShownWeek>
              {/* The list, and what is below it, or beside it where each has one line. */}
              <Columns
                columns={{ lg: isMany && !wall ? [1, '420px'] : 1 }}
                gap={2}
                sx={{ alignItems: 'start' }}
              >
                <ShownWeek value={days}>
                  <MemberList
                    key={data.week_start}
                    members={data.members}
                    progress={data}
                    trends={history.data?.trends ?? NO_TRENDS}
                    marks={marks}
                    tasksPath={tasksPath}
                    {...{ order, known }}
                    onOrder={setOrder}
                    othersShown={view.others === 'shown'}
                    onOthersShown={showOthers}
                  />
                  {/* Lines of many trainers have no bars of weeks. */}
                  {!isMany && history.isError && !history.data && (
                    <FailureAlert
                      title="The last eight weeks of the trainers could not be loaded"
                      onRetry={() => void history.refetch()}
                    />
                  )}
                </ShownWeek>
                {!wall && (
                  <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
                    {activity || work.isError ? (
                      <ReviewersCard
                        {...{ activity, members, podName, thisWeek }}
                        onRetry={() => void work.refetch()}
                        onSet={(monday) => setNewFor(monday)}
                      />
                    ) : (
                      <Skeleton variant="rounded" height={320} />
                    )}
                  </Suspense>
                )}
              </Columns>
            </DrawnBlock>
          )}
        </QueryView>
        {!wall && seesAll && <RoundsCard {...ofWeek} live={board.updates} />}
      </NumberTasks>
      {!wall && (
        <Suspense>
          <TargetsCard {...{ podName, thisWeek, newFor, trainers }} onNew={setNewFor} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The progress of a pod in one week: pushed if it is the current one, else fetched.
 * @param wanted the Monday of the URL; null for the current week
 */
function useWeekProgress(projectId: number, podName: string, wanted: string | null) {
  const updates = useProjectUpdates(projectId, podName);
  const { room } = updates;
  const current = useQuery({ ...weekOptions(podName), enabled: false }).data;
  const today = useToday();
  const thisWeek = room.kind === 'live' && current ? current.week_start : mondayOf(today);
  const week = wanted ?? thisWeek;
  const isCurrent = week === thisWeek;

  const fetched = useWeeklyProgress(podName, isCurrent ? null : week, updates);
  // What was fetched or pushed as the current week is an older one after Sunday's midnight.
  const isLate = fetched.data !== undefined && fetched.data.week_start !== week;
  /** The progress, labelled by whether it is that of the current week. */
  const latest = useDrawn(fetched, isCurrent && !isLate);
  const drawn = latest && isLate ? { ...latest, isOld: true } : latest;
  return { room, thisWeek, week, updates, fetched, drawn };
}

/** The URL of the page with a fixed week. */
function linkTo(week: string): string {
  const url = new URL(window.location.href);
  url.searchParams.set('week', week);
  return url.href;
}

/** The place of figures and members while they load, so that what follows stays where it is. */
function BoardLoading() {
  return (
    <Box role="status" aria-label="Loading the weekly progress" sx={{ mb: 2.5 }}>
      <Columns columns={{ xs: 2, lg: 4 }} gap={{ xs: 1.25, sm: 2 }} sx={{ mb: 2 }}>
        {['tasks', 'turns', 'pace', 'attention'].map((name) => (
          <Skeleton key={name} variant="rounded" height={118} />
        ))}
      </Columns>
      <Skeleton variant="rounded" sx={{ height: 'max(480px, calc(100dvh - 340px))' }} />
    </Box>
  );
}
