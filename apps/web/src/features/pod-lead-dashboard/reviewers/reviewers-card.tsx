import DownIcon from '~icons/ic/baseline-arrow-downward';
import UpIcon from '~icons/ic/baseline-arrow-upward';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import {
  ACTIVITY_DAYS,
  type MemberActivity,
  type PodActivity,
} from '@portal/contracts/pod-activity';
import { Link } from 'react-router';
import { z } from 'zod';
import { POD_ROLE_TITLES } from '../../../entities/pods/pod-roles';
import { waitingTime } from '../../../entities/pods/waiting-time';
import { useReportingZone, useToday } from '../../../entities/portal/use-today';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { formatCount, formatZone, plural } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { intervalText, shareText } from '../../../lib/share-text';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { useServerNow } from '../../../lib/server-clock';
import { useMay } from '../../../session/permissions';
import { type PlainColumn, PlainTable } from '../../../tables/plain-table';
import { twoLineRows } from '../../../tables/two-line-rows';
import { FailureAlert } from '../../../ui/failure';
import { Instant } from '../../../ui/instant';
import { SectionCard } from '../../../ui/section-card';
import { nameOf } from '../members/order';
import { shortAge } from '../members/short-age';
import { NextWeeks } from '../targets/next-weeks';

const CLOCK_MS = 60_000;

interface Reviewer extends MemberActivity {
  readonly name: string;
  readonly role: string;
}

interface ReviewersCardProps {
  /** Undefined if it could not be loaded. */
  activity: PodActivity | undefined;
  /** All of the pod. */
  members: readonly MemberProgress[];
  podName: string;
  /** Monday. */
  thisWeek: string;
  /** Loads the activity again. */
  onRetry: () => unknown;
  /** Opens the form of a target for the week from this Monday. */
  onSet: (monday: string) => void;
}

/** What a pod's reviewers and leads review, and what waits for them. */
export default function ReviewersCard(props: ReviewersCardProps) {
  const { activity, members, podName, thisWeek, onRetry, onSet } = props;
  const now = useServerNow(CLOCK_MS);
  const reviews = useMay()(['trainer-feedback-add']);
  return (
    <SectionCard
      title="Reviewers"
      detail={activity && <Backlog {...{ activity, podName, now }} />}
      actions={
        reviews && (
          // Its words stand at the edge of the card, also below the heading.
          <Button component={Link} to={paths.podReviewer(podName)} size="small" sx={{ mx: -1.25 }}>
            Open the review desk
          </Button>
        )
      }
      sx={{ p: 2 }}
    >
      {activity ? (
        <ReviewersTable {...{ activity, members, podName, thisWeek, now }} />
      ) : (
        <FailureAlert
          title="The reviewers and the last activity could not be loaded"
          onRetry={onRetry}
        />
      )}
      <NextWeeks {...{ podName, thisWeek, onSet }} />
    </SectionCard>
  );
}

interface BacklogProps {
  activity: PodActivity;
  podName: string;
  now: number;
}

/** What waits for a first review, and what is stuck. */
function Backlog({ activity: { waiting, stuck }, podName, now }: BacklogProps) {
  return (
    <>
      {waiting.tasks === 0 ? (
        'No task waits for a first review'
      ) : (
        <TaskCount
          of={{ number: 'waiting_for_review', pod_name: podName }}
          name="that wait for a review"
          count={waiting.tasks}
        >
          {plural(waiting.tasks, 'task waits', 'tasks wait')}
        </TaskCount>
      )}
      <Oldest at={waiting.oldest} now={now} />
      {stuck.tasks > 0 && (
        <>
          {'. '}
          <TaskCount
            of={{ number: 'stuck', pod_name: podName }}
            name="that are stuck"
            count={stuck.tasks}
          >
            {plural(stuck.tasks, 'task is stuck', 'tasks are stuck')}
          </TaskCount>
          <Oldest at={stuck.oldest} now={now} />
        </>
      )}
    </>
  );
}

function Oldest({ at, now }: { at: string | null; now: number }) {
  if (at === null) return null;
  return (
    <>
      {', the oldest for '}
      <Instant at={at} format={(instant) => waitingTime(instant, now)} />
    </>
  );
}

/** By what the reviewers can be sorted: the columns. */
const KEYS: Readonly<Record<Sort, (one: Reviewer) => number | string>> = {
  name: ({ name }) => name.toLowerCase(),
  today: ({ reviews_today: reviews }) => reviews,
  week: ({ reviews_week: reviews }) => reviews,
  sent_back: ({ sent_back: { of, percent } }) => (of === 0 ? -1 : percent),
  claimed: ({ claimed }) => claimed,
  active: ({ last_active_at: at }) => at ?? '',
};
const SORTS = ['name', 'today', 'week', 'sent_back', 'claimed', 'active'] as const;
type Sort = (typeof SORTS)[number];

/** Without a choice they are in the order of the activity. */
const SORT_PARAMS = {
  reviewers: urlParam(z.enum(SORTS), null),
  reviewers_order: urlParam(z.enum(['asc', 'desc']), 'asc'),
};

function inOrder(reviewers: readonly Reviewer[], by: Sort | null, desc: boolean) {
  if (by === null) return reviewers;
  const key = KEYS[by];
  const sorted = reviewers.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? 0 : a < b ? -1 : 1;
  });
  return desc ? sorted.toReversed() : sorted;
}

interface ReviewersTableProps extends BacklogProps {
  members: readonly MemberProgress[];
  thisWeek: string;
}

function ReviewersTable({ activity, members, podName, thisWeek, now }: ReviewersTableProps) {
  const zone = formatZone(useReportingZone());
  const today = useToday();
  const [{ reviewers: by, reviewers_order: order }, setUrl] = useUrlState(SORT_PARAMS);
  const reviewers = inOrder(reviewersOf(activity, members), by, order === 'desc');
  if (reviewers.length === 0) {
    return <Typography color="textSecondary">No reviewers yet.</Typography>;
  }
  return (
    <>
      <PlainTable
        label={`Reviews of ${podName}`}
        columns={columns(now, { podName, thisWeek, today, since: activity.since }).map(
          ({ id, head, ...column }) => ({
            ...column,
            ...(id === by && { sorted: order }),
            head: (
              <ButtonBase
                onClick={() =>
                  setUrl({
                    reviewers: id,
                    reviewers_order: id === by && order === 'asc' ? 'desc' : 'asc',
                  })
                }
                sx={{ font: 'inherit', '& svg': { fontSize: 14 } }}
              >
                {head}
                {id === by && (order === 'asc' ? <UpIcon /> : <DownIcon />)}
              </ButtonBase>
            ),
          }),
        )}
        rows={reviewers}
        rowKey={({ email }) => email}
        maxHeight={480}
        sx={(theme) => ({
          '& .MuiTableCell-root': { px: 0.375, py: 0.5, whiteSpace: 'nowrap' },
          ...twoLineRows(
            'repeat(2, minmax(0, 1fr)) minmax(112px, 2fr) minmax(60px, 1fr) minmax(0, 1fr)',
          )(theme),
        })}
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        Days in {zone}. Sent back are the reviews and the feedback that ask for rework; the share is
        of all verdicts of the last {ACTIVITY_DAYS} days, and below it where it likely lies (95%).
      </Typography>
    </>
  );
}

/** The reviewers of the pod, and other members who reviewed this week or have claimed a task. */
function reviewersOf(
  { members }: PodActivity,
  people: readonly MemberProgress[],
): readonly Reviewer[] {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  return members.flatMap((member) => {
    const person = byEmail.get(member.email);
    const works = member.reviews_week + member.sent_back_week + member.claimed > 0;
    const isReviewer = person?.role === 'reviewer' || works;
    if (!person || !isReviewer) return [];
    return [{ ...member, name: nameOf(person), role: POD_ROLE_TITLES[person.role] }];
  });
}

interface Shown {
  readonly podName: string;
  readonly thisWeek: string;
  readonly today: string;
  /** The first day that 'Sent back' counts. */
  readonly since: string;
}

interface ReviewsProps {
  row: Reviewer;
  when: string;
  count: number;
  sentBack: number;
  first: string;
  last: string;
}

/** The reviews of a person in some days, and how many tasks they sent back; both open. */
function Reviews({ row: { email, name }, when, count, sentBack, ...days }: ReviewsProps) {
  return (
    <>
      <TaskCount
        of={{ number: 'reviews_in_period', user_email: email, days }}
        name={`reviews by ${name}`}
        count={count}
      />
      {sentBack > 0 && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="div"
          sx={{ whiteSpace: 'normal' }}
        >
          <TaskCount
            of={{ number: 'sent_back_in_period', user_email: email, days }}
            name={`sent back by ${name} ${when}`}
            count={sentBack}
          >
            {`${formatCount(sentBack)} sent back`}
          </TaskCount>
        </Typography>
      )}
    </>
  );
}

/** Its texts take several lines, so that all columns have room. */
const NARROW_CELL = { '&&': { whiteSpace: 'normal' }, minWidth: 72, maxWidth: 96 } as const;

const columns = (
  now: number,
  { podName, thisWeek, today, since }: Shown,
): readonly (PlainColumn<Reviewer> & { readonly id: Sort })[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name, role, email }) => (
      <Box title={email} sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ whiteSpace: 'normal' }}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {role}
        </Typography>
      </Box>
    ),
  },
  {
    id: 'today',
    head: 'Today',
    numeric: true,
    cell: (row) => (
      <Reviews
        row={row}
        when="today"
        count={row.reviews_today}
        sentBack={row.sent_back_today}
        first={today}
        last={today}
      />
    ),
  },
  {
    id: 'week',
    head: 'Week',
    numeric: true,
    cell: (row) => (
      <Reviews
        row={row}
        when="this week"
        count={row.reviews_week}
        sentBack={row.sent_back_week}
        first={thisWeek}
        last={today}
      />
    ),
  },
  {
    id: 'sent_back',
    head: 'Sent back',
    numeric: true,
    sx: NARROW_CELL,
    cell: ({ sent_back: share, email, name }) => (
      <>
        <TaskCount
          of={{
            ...{ number: 'sent_back_in_period', user_email: email },
            days: { first: since, last: today },
          }}
          name={`sent back by ${name}`}
          count={share.count}
        >
          {shareText(share)}
        </TaskCount>
        {share.of > 0 && (
          <Typography
            variant="caption"
            color="textSecondary"
            component="div"
            sx={{ whiteSpace: 'nowrap' }}
          >
            {intervalText(share)}
          </Typography>
        )}
      </>
    ),
  },
  {
    id: 'claimed',
    head: 'Claimed',
    numeric: true,
    cell: ({ email, name, claimed }) => (
      <TaskCount
        of={{ number: 'claimed_now', pod_name: podName, user_email: email }}
        name={`claimed by ${name}`}
        count={claimed}
      />
    ),
  },
  {
    id: 'active',
    head: 'Active',
    numeric: true,
    title: 'Last review, feedback or task',
    cell: ({ last_active_at: at }) =>
      at === null ? '–' : <Instant at={at} format={(instant) => shortAge(instant, now)} />,
  },
];
