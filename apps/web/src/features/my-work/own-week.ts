import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { Goal, Work } from '@portal/domain/weekly';
import { formatCount, plural } from '../../lib/format';

export type Measure = 'tasks' | 'turns';

/**
 * What is to do in one measure by the end of today. Either of tasks and turns is enough, so nothing
 * is to do in one if the other is done.
 */
export function toDoText(done: Work, goal: Goal, measure: Measure): string {
  if (goal.expected[measure] > done[measure]) {
    const left = toDo(done, goal, measure);
    return left === 0 ? '' : toGoText(left, goal);
  }
  return done[measure] >= goal.weekly[measure] ? 'enough for the week' : 'enough for today';
}

function toDo(done: Work, { expected }: Goal, measure: Measure): number {
  const left = { tasks: expected.tasks - done.tasks, turns: expected.turns - done.turns };
  return left.tasks <= 0 || left.turns <= 0 ? 0 : left[measure];
}

function toGoText(left: number, { due, expected }: Pick<Goal, 'due' | 'expected'>): string {
  // On a weekend no day is counted any more.
  return `${formatCount(left)} to go ${due.tasks < expected.tasks ? 'by tonight' : 'this week'}`;
}

/** The user's week in a pod. */
export interface OwnWeek {
  readonly week: Pick<WeeklyProgress, 'project_id' | 'pod_name'>;
  readonly own: Pick<MemberProgress, 'role' | 'goal' | 'tasks' | 'turns'>;
}

/** Where the user stands against the targets of all pods, in tasks or turns: by what there is more of. */
export interface Standing {
  readonly text: string;
  readonly measure: Measure;
  readonly done: number;
  readonly goal: number;
  readonly due: number;
}

/**
 * The sum of the projects. The work in a project counts for each pod in it, so the largest target is the one to reach.
 * Null without a target.
 */
export function standingOf(weeks: readonly OwnWeek[]): Standing | null {
  const pods = weeks.flatMap(({ week, own }) =>
    own.goal ? [{ name: week.pod_name, projectId: week.project_id, own, goal: own.goal }] : [],
  );
  const [first] = pods;
  if (!first) return null;
  type Pod = typeof first;
  const projects = [...new Set(pods.map(({ projectId }) => projectId))];
  const sum = (pick: (pod: Pod) => number) =>
    projects
      .map((id) => Math.max(...pods.filter(({ projectId }) => projectId === id).map(pick)))
      .reduce((total, part) => total + part, 0);
  const work = (pick: (pod: Pod) => Work): Work => ({
    tasks: sum((pod) => pick(pod).tasks),
    turns: sum((pod) => pick(pod).turns),
  });
  const done = work(({ own }) => own);
  const weekly = work(({ goal }) => goal.weekly);
  const due = work(({ goal }) => goal.due);
  const measure = done.turns * weekly.tasks > done.tasks * weekly.turns ? 'turns' : 'tasks';
  const leftIn = ({ own, goal }: Pod) => toDo(own, goal, measure);
  const behind = pods.filter((pod) => leftIn(pod) > 0);
  const names =
    behind.length < pods.length ? ` in ${behind.map(({ name }) => name).join(', ')}` : '';
  const isDone = pods.every(
    ({ own, goal }) => own.tasks >= goal.weekly.tasks || own.turns >= goal.weekly.turns,
  );
  const rest =
    behind.length > 0
      ? `${toGoText(sum(leftIn), first.goal)}${names}`
      : isDone
        ? 'enough for the week'
        : 'enough for today';
  const of = plural(weekly[measure], measure.slice(0, -1), measure);
  return {
    text: `You have done ${formatCount(done[measure])} of ${of} this week: ${rest}.`,
    ...{ measure, done: done[measure], goal: weekly[measure], due: due[measure] },
  };
}
