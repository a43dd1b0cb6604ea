import type { MemberProgress } from '@portal/contracts/live';
import type { Goal } from '@portal/domain/weekly';
import { formatCount } from '../../lib/format';

export type Measure = 'tasks' | 'turns';

/**
 * What is to do in one measure by the end of today. Either of tasks and turns is enough, so nothing
 * is to do in one if the other is done.
 */
export function toDoText(done: MemberProgress, goal: Goal, measure: Measure): string {
  const { weekly, expected, due } = goal;
  // On a weekend no day is counted any more.
  const by = due.tasks < expected.tasks ? 'by tonight' : 'this week';
  const left = (one: Measure) => expected[one] - done[one];
  if (left(measure) > 0) {
    const isEnough = left('tasks') <= 0 || left('turns') <= 0;
    return isEnough ? '' : `${formatCount(left(measure))} to go ${by}`;
  }
  return done[measure] >= weekly[measure] ? 'enough for the week' : 'enough for today';
}
