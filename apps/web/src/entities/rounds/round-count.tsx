import type { ROUND_NUMBERS } from '@portal/contracts/constants';
import { createContext, type ReactNode, useContext } from 'react';
import { formatCount } from '../../lib/format';
import type { ShownTasks } from '../tasks/by-number/show-tasks';
import { TaskCount } from '../tasks/by-number/task-count';

/** Which rounds are counted, as the request for them says. */
export interface CountedRounds extends Pick<
  ShownTasks,
  'project_id' | 'days' | 'pod_name' | 'user_email'
> {
  /** Whether the user sees those of all users that are counted: their own, or with a permission. */
  readonly areOwn: boolean;
}

export const RoundsContext = createContext<CountedRounds | null>(null);

/** The user, the reason, the batch or the model of rounds; empty for those without one. */
export type RoundPart = Pick<ShownTasks, 'batch' | 'reason' | 'task_user' | 'target_model'>;

interface RoundCountProps {
  number: (typeof ROUND_NUMBERS)[number];
  part?: RoundPart;
  name: string;
  count: number;
  children?: string;
}

/** A number of rounds, which opens the task of each. */
export function RoundCount(props: RoundCountProps): ReactNode {
  const { number, part, name, count, children = formatCount(count) } = props;
  const counted = useContext(RoundsContext);
  if (!counted) return children;
  const { areOwn, ...of } = counted;
  return (
    <TaskCount of={{ number, ...of, ...part }} name={name} count={count} ofAll={!areOwn}>
      {children}
    </TaskCount>
  );
}
