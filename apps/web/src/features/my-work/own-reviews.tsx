import type { WorkNumber } from '@portal/contracts/constants';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { PodActivity } from '@portal/contracts/pod-activity';
import type { Days } from '@portal/domain/periods';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { formatCount, plural } from '../../lib/format';

interface OwnReviewsProps {
  week: Pick<WeeklyProgress, 'week_start' | 'week_end' | 'pod_name'>;
  /** The user's own week. */
  own: Pick<MemberProgress, 'email' | 'reviews'>;
  /** Whether the selected project is that of the pod. */
  opens: boolean;
}

/** The user's own reviews of the week; the number opens their tasks in the project of the pod. */
export function OwnReviews({ week, own: { email, reviews }, opens }: OwnReviewsProps) {
  const days = { first: week.week_start, last: week.week_end };
  const name = `your reviews this week, ${week.pod_name}`;
  return (
    <>
      <Own count={reviews} {...{ email, days, name, opens }} />
      {wordsOf(reviews)} by you this week
    </>
  );
}

interface OwnDayProps {
  activity: PodActivity;
  /** Whether the selected project is that of the pod. */
  opens: boolean;
}

/** The user's own reviews of today, and how many tasks the user sent back. */
export function OwnDay({ activity: { me, today, pod_name: pod }, opens }: OwnDayProps) {
  const of = { email: me.email, days: { first: today, last: today }, opens };
  return (
    <>
      <Own {...of} count={me.reviews_today} name={`your reviews today, ${pod}`} />
      {wordsOf(me.reviews_today)} by you today
      {me.sent_back_today > 0 && (
        <>
          {', '}
          <Own
            {...of}
            number="sent_back_in_period"
            count={me.sent_back_today}
            name={`tasks that you sent back today, ${pod}`}
          />
          {' sent back'}
        </>
      )}
    </>
  );
}

/** What follows the number. */
function wordsOf(reviews: number): string {
  return plural(reviews, 'review', 'reviews').slice(formatCount(reviews).length);
}

interface OwnProps {
  number?: WorkNumber;
  email: string;
  days: Days;
  name: string;
  count: number;
  opens: boolean;
}

function Own({ number = 'reviews_in_period', email, days, name, count, opens }: OwnProps) {
  if (!opens) return formatCount(count);
  return <TaskCount of={{ number, user_email: email, days }} {...{ name, count }} />;
}
