import type { MemberProgress } from '@portal/contracts/live';
import type { Days } from '@portal/domain/periods';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { plural } from '../../../lib/format';
import { nameOr } from '../role-groups';

interface MemberWorkProps {
  member: MemberProgress;
  /** Of the week. */
  days: Days;
}

/** The tasks and turns of a trainer, the reviews of another member. Tasks and reviews open. */
export function MemberWork({ member, days }: MemberWorkProps) {
  const { email, name, role, tasks, turns, reviews } = member;
  const who = nameOr(email, name);
  if (role !== 'trainer') {
    return (
      <TaskCount
        of={{ number: 'reviews_in_period', user_email: email, days }}
        name={`by ${who}`}
        count={reviews}
      >
        {plural(reviews, 'review', 'reviews')}
      </TaskCount>
    );
  }
  return (
    <>
      <TaskCount
        of={{ number: 'completed_in_period', user_email: email, days }}
        name={`completed by ${who}`}
        count={tasks}
      >
        {plural(tasks, 'task', 'tasks')}
      </TaskCount>
      {` · ${plural(turns, 'turn', 'turns')}`}
    </>
  );
}
