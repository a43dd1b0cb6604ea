import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { PodActivity } from '@portal/contracts/pod-activity';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { formatCount, plural } from '../../lib/format';

interface OwnReviewsProps {
  week: Pick<WeeklyProgress, 'project_id' | 'week_start' | 'week_end' | 'pod_name'>;
  /** The user's own week. */
  own: Pick<MemberProgress, 'email' | 'reviews'>;
}

/** The user's own reviews of the week; the number opens their tasks in the project of the pod. */
export function OwnReviews({ week, own: { email, reviews } }: OwnReviewsProps) {
  const days = { first: week.week_start, last: week.week_end };
  const of = { number: 'reviews_in_period', project_id: week.project_id } as const;
  const name = `your reviews this week, ${week.pod_name}`;
  return (
    <>
      <TaskCount of={{ ...of, user_email: email, days }} name={name} count={reviews} />
      {wordsOf(reviews)} by you this week
    </>
  );
}

interface OwnDayProps {
  activity: PodActivity;
}

/** The user's own reviews of today, and how many tasks the user sent back. */
export function OwnDay({ activity: { me, today, project_id, pod_name: pod } }: OwnDayProps) {
  const of = { project_id, user_email: me.email, days: { first: today, last: today } };
  return (
    <>
      <TaskCount
        of={{ number: 'reviews_in_period', ...of }}
        name={`your reviews today, ${pod}`}
        count={me.reviews_today}
      />
      {wordsOf(me.reviews_today)} by you today
      {me.sent_back_today > 0 && (
        <>
          {', '}
          <TaskCount
            of={{ number: 'sent_back_in_period', ...of }}
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
