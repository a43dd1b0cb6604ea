import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { formatCount, plural } from '../../lib/format';

interface OwnReviewsProps {
  week: WeeklyProgress;
  /** The user's own week. */
  own: MemberProgress;
  /** Whether the selected project is that of the pod. */
  opens: boolean;
}

/** The user's own reviews of the week; the number opens their tasks in the project of the pod. */
export function OwnReviews({ week, own, opens }: OwnReviewsProps) {
  const { week_start: first, week_end: last } = week;
  const { email, reviews } = own;
  const words = plural(reviews, 'review', 'reviews').slice(formatCount(reviews).length);
  return (
    <>
      {opens ? (
        <TaskCount
          of={{ number: 'reviews_in_period', user_email: email, days: { first, last } }}
          name={`your reviews this week, ${week.pod_name}`}
          count={reviews}
        />
      ) : (
        formatCount(reviews)
      )}
      {words} by you this week
    </>
  );
}
