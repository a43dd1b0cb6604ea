import type { WorkNumber } from '@portal/contracts/constants';
import { ACTIVITY_DAYS, type PodActivity } from '@portal/contracts/pod-activity';
import { Box, Skeleton, Typography } from '@mui/material';
import { type ReactNode, Suspense, useMemo } from 'react';
import { ChartOrTable } from '../../../charts/chart-or-table';
import { chartViewParam } from '../../../charts/chart-view';
import { isRefused } from '../../../lib/api-error';
import { formatCount, formatDecimal, formatZone, plural } from '../../../lib/format';
import { useUrlState } from '../../../lib/url-state';
import { useServerNow } from '../../../lib/server-clock';
import { useLiveState, useRoom } from '../../../live/use-live';
import { usePodActivity } from '../../../entities/pods/activity';
import { intervalText, shareText } from '../../../lib/share-text';
import { usePod } from '../../../entities/pods/open-pod';
import { useReportingZone, useToday } from '../../../entities/portal/use-today';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { useMyReviews } from '../../../entities/pods/review-queue';
import { userOf, useSessionStore } from '../../../session/session-store';
import { SectionCard } from '../../../ui/section-card';
import { LoadError } from '../../../ui/load-error';
import { SENT_BACK_PLACE } from '../left-rows';
import { dayAround, hoursOf } from './hours';
import { lazyPart } from '../../../ui/lazy-part';
import { Columns } from '../../../ui/layout';

const HourChart = lazyPart(async () => (await import(/* at once */ './hour-chart')).HourChart);

/** How often the card checks whether a new day or hour has begun. */
const CLOCK_MS = 30_000;
const CHART_PIXELS = 88;
const PARAMS = { hours: chartViewParam };

/** The user's own reviews of today by hour, in the project of the pod. */
export function MyDayCard() {
  const { projectId, podName } = usePod();
  const [{ hours: view }, setUrl] = useUrlState(PARAMS);
  const room = useRoom(projectId, podName);
  const pushed = useLiveState('review-counters', projectId, podName);
  const now = useServerNow(CLOCK_MS);
  const zone = useReportingZone();
  const { start, end } = dayAround(now, zone);
  const shown = useMyReviews(projectId, { start, end }, { room, pushed });
  const reviews = isRefused(shown.error) ? undefined : shown.data;
  const hours = useMemo(
    () => hoursOf({ start, end }, reviews?.hours ?? [], zone),
    [start, end, reviews, zone],
  );
  const activity = usePodActivity(podName, { room, pushed }).data;
  const active = hours.filter((hour) => hour.reviews > 0).length;
  return (
    <SectionCard
      title="My day"
      detail={
        reviews ? `${plural(reviews.total, 'review', 'reviews')} of mine today` : 'My reviews today'
      }
      actions={
        <ChartOrTable
          label="View of my day"
          view={view}
          onView={(chosen) => setUrl({ hours: chosen })}
        />
      }
      sx={{ display: 'flex', flexDirection: 'column', p: { xs: 2, sm: 2.5 } }}
    >
      <LoadError
        fallback="Failed to load your reviews"
        error={shown.error}
        at={shown.errorUpdatedAt}
        onRetry={() => void shown.refetch()}
      />
      {shown.isPending ? (
        <Skeleton variant="rounded" height={CHART_PIXELS + 60} />
      ) : !reviews || reviews.total === 0 ? (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {reviews ? 'No reviews yet today' : 'Your reviews could not be loaded.'}
        </Typography>
      ) : (
        <>
          <Figures
            figures={[
              ['Today', <Own key="today" name="my reviews today" count={reviews.total} />],
              [
                'This week',
                activity ? (
                  <Own
                    key="week"
                    name="my reviews this week"
                    count={activity.me.reviews_week}
                    first={activity.week_start}
                  />
                ) : (
                  '–'
                ),
              ],
              ['Per active hour', formatDecimal(reviews.total / Math.max(1, active))],
            ]}
          />
          <Suspense fallback={<Box sx={{ minHeight: CHART_PIXELS }} />}>
            <HourChart hours={hours} view={view} minHeight={CHART_PIXELS} />
          </Suspense>
        </>
      )}
      {activity && <SentBack activity={activity} zone={formatZone(zone)} />}
    </SectionCard>
  );
}

interface OwnProps {
  name: string;
  count: number;
  number?: WorkNumber;
  /** Today by default. */
  first?: string;
  /** The text of the number; by default the count. */
  children?: string;
}

/** What the user reviewed from a day until today; opens the tasks. */
function Own({
  name,
  count,
  number = 'reviews_in_period',
  first,
  children = formatCount(count),
}: OwnProps) {
  const today = useToday();
  const email = useSessionStore((state) => userOf(state)?.email);
  if (email === undefined) return children;
  const days = { first: first ?? today, last: today };
  return (
    <TaskCount of={{ number, user_email: email, days }} name={name} count={count}>
      {children}
    </TaskCount>
  );
}

interface SentBackProps {
  activity: PodActivity;
  zone: string;
}

function SentBack({ activity: { me, since, week_start: weekStart }, zone }: SentBackProps) {
  const share = me.sent_back;
  return (
    <Typography
      {...SENT_BACK_PLACE}
      variant="caption"
      color="textSecondary"
      component="p"
      sx={{ mt: 1 }}
    >
      {share.of === 0 ? (
        `None of your verdicts is of the last ${ACTIVITY_DAYS} days.`
      ) : (
        <>
          {'Sent back: '}
          <Own
            name="tasks that I sent back today"
            count={me.sent_back_today}
            number="sent_back_in_period"
          />
          {' today, '}
          <Own
            name="tasks that I sent back this week"
            count={me.sent_back_week}
            number="sent_back_in_period"
            first={weekStart}
          />
          {' this week, '}
          <Own
            name="my verdicts that sent back"
            count={share.count}
            number="sent_back_in_period"
            first={since}
          >
            {shareText(share)}
          </Own>
          {` of your verdicts in the last ${ACTIVITY_DAYS} days, ${intervalText(share)} (${zone}). Counted are reviews and feedback that ask for rework.`}
        </>
      )}
    </Typography>
  );
}

function Figures({
  figures,
}: {
  figures: readonly (readonly [name: string, figure: ReactNode])[];
}) {
  return (
    <Columns component="dl" columns={3} sx={{ mb: 2 }}>
      {figures.map(([name, figure]) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="dt" color="textSecondary" noWrap>
            {name}
          </Typography>
          <Typography component="dd" variant="h2">
            {figure}
          </Typography>
        </Box>
      ))}
    </Columns>
  );
}
