import type { MemberProgress } from '@portal/contracts/live';
import type { Days } from '@portal/domain/periods';
import { createContext, useContext } from 'react';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { formatCount } from '../../../lib/format';

/** The week of the board; null where its numbers open nothing, as on a wall screen. */
export const ShownWeek = createContext<Days | null>(null);

const NUMBERS = { tasks: 'completed_in_period', reviews: 'reviews_in_period' } as const;

interface MemberCountProps {
  member: Pick<MemberProgress, 'email' | 'name' | 'tasks' | 'reviews'>;
  of: keyof typeof NUMBERS;
}

/** Tasks or reviews of a user in the week; opens them. */
export function MemberCount({ member, of }: MemberCountProps) {
  const days = useContext(ShownWeek);
  const count = member[of];
  if (!days) return formatCount(count);
  return (
    <TaskCount
      of={{ number: NUMBERS[of], user_email: member.email, days }}
      name={`${of} of ${member.name || member.email}`}
      count={count}
    />
  );
}
