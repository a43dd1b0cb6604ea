import type { WorkNumber } from '@portal/contracts/constants';
import type { WorkNumberQuery } from '@portal/contracts/tasks-by-number';
import type { WorkSeen } from '@portal/domain/visibility';
import { sql } from '../sql.js';
import { BoundValues, inProjects } from '../visibility/row-sql.js';
import { workSeen } from '../visibility/work.js';
import { CLAIM_HOLDS, NOT_REVIEWED, WAITING } from '../tasks/claim-sql.js';
import { BY_REASON, newestRounds } from '../reviews/rounds.js';
import { isStuck, stuckTasks } from '../reviews/stuck-sql.js';
import { isTaskOf, rowOfTask, TASK_TIME } from '../tasks/task-keys.js';
import { isFound } from '../tasks/task-search.js';
import { refuses, sendsBack } from '../reviews/verdict-sql.js';

/** The rows that a number of work counts, each with its `turing_task_id`, and their bound values. */
export interface CountedWork {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** @param seen what the caller sees in the project (0 for all) of the query */
export function rowsOfWork(query: WorkNumberQuery, seen: WorkSeen): CountedWork {
  const values = new BoundValues(2);
  const { start_datetime: start, end_datetime: end } = query;
  const inPeriod = (instant: string): string =>
    [
      start === undefined ? 'TRUE' : sql`${instant} >= ${values.bind(start, 'timestamptz')}`,
      end === undefined ? 'TRUE' : sql`${instant} < ${values.bind(end, 'timestamptz')}`,
    ].join(' AND ');
  const text = ROWS[query.number]({
    isTask: isTask(query, seen, values),
    isByAsked: (reviewer) => byUser(reviewer, query.user_email, values),
    inPeriod,
    roundsWith: roundsWith(query, values),
  });
  return { text, values: values.values };
}

interface Wording {
  /** The condition on a row of `core.task`. */
  readonly isTask: string;
  /** The condition on the address of a reviewer. */
  readonly isByAsked: (reviewer: string) => string;
  readonly inPeriod: (instant: string) => string;
  /** The rows of a number of rounds. @param condition on a row `round` and its `task` */
  readonly roundsWith: (condition: string) => string;
}

const byUser = (reviewer: string, email: string | undefined, values: BoundValues): string =>
  email === undefined ? 'TRUE' : sql`${reviewer} = ${values.bind(email, 'text')}`;

/** Those of `GET /tasks/rounds` with the same filters; by reason a round is there once for each. */
function roundsWith(query: WorkNumberQuery, values: BoundValues) {
  const { start_date: first, end_date: last, user_email: user, reason } = query;
  return (condition: string): string => {
    const rounds = newestRounds({
      first: values.bind(first ?? null, 'date'),
      last: values.bind(last ?? null, 'date'),
      user: user === undefined ? undefined : values.bind(user, 'text'),
    });
    const isOfReason =
      reason === undefined
        ? 'TRUE'
        : sql`given.reason IS NOT DISTINCT FROM ${values.bind(reason || null, 'text')}`;
    return sql`
    SELECT round.turing_task_id FROM ${withTask(`(${rounds})`, 'round')}
    ${reason === undefined ? '' : BY_REASON}
    WHERE ${isOfReason} AND ${condition}`;
  };
}

/** The index of tasks by completion has the statuses. */
const DONE_BY_INDEX = sql`core.is_done(status) AND core.index_key(status) IN (
  core.index_key('completed'), core.index_key('reviewed'), core.index_key('delivered'))`;

const withTask = (table: string, row: string): string => sql`${table} AS ${row}
    CROSS JOIN LATERAL (
      SELECT * FROM core.task
      WHERE task.turing_task_id = ${row}.turing_task_id
      OFFSET 0
    ) AS task`;
const REVIEWS = withTask('core.task_review', 'review');

const ROWS: Readonly<Record<WorkNumber, (wording: Wording) => string>> = {
  completed_in_period: ({ isTask, inPeriod }) => sql`
    SELECT turing_task_id FROM core.task
    WHERE ${DONE_BY_INDEX} AND ${inPeriod('completed_at')} AND ${isTask}`,
  in_progress_in_period: ({ isTask, inPeriod }) => sql`
    SELECT turing_task_id FROM core.task
    WHERE status = 'in_progress' AND core.index_key(status) = core.index_key('in_progress')
      AND ${inPeriod('updated_at')} AND ${isTask}`,
  reviews_in_period: ({ isTask, isByAsked, inPeriod }) => sql`
    SELECT review.turing_task_id FROM ${REVIEWS}
    WHERE ${inPeriod('review.submitted_at')} AND ${isByAsked('review.reviewer_email')} AND ${isTask}`,
  reviewed_in_period: ({ isTask, inPeriod }) => sql`
    SELECT DISTINCT review.turing_task_id FROM ${REVIEWS}
    WHERE ${inPeriod('review.submitted_at')} AND ${isTask}`,
  sent_back_in_period: ({ isTask, isByAsked, inPeriod }) => sql`
    SELECT review.turing_task_id FROM ${REVIEWS}
    WHERE ${inPeriod('review.submitted_at')} AND ${isByAsked('review.reviewer_email')}
      AND ${refuses('review.status')} AND ${isTask}
    UNION ALL
    SELECT feedback.turing_task_id FROM ${withTask('core.task_feedback', 'feedback')}
    WHERE ${inPeriod('feedback.created_at')} AND ${isByAsked('feedback.author_email')}
      AND withdrawn_at IS NULL AND ${sendsBack(inPeriod)} AND ${isTask}`,
  waiting_for_review: ({ isTask }) => sql`
    SELECT turing_task_id FROM core.task WHERE ${WAITING} AND ${NOT_REVIEWED} AND ${isTask}`,
  in_review_queue: ({ isTask }) => sql`
    SELECT turing_task_id FROM core.task
    WHERE ${WAITING} AND ${NOT_REVIEWED} AND NOT ${isStuck('task.turing_task_id', 'task.project_id')} AND ${isTask}`,
  completed_by_users: ({ isTask, inPeriod }) => sql`
    SELECT turing_task_id FROM core.task
    WHERE ${DONE_BY_INDEX} AND ${inPeriod('completed_at')} AND user_email IS NOT NULL AND ${isTask}`,
  claimed_now: ({ isTask, isByAsked }) => sql`
    SELECT task.turing_task_id
    FROM core.review_claim AS claim
    JOIN core.task ON task.turing_task_id = claim.turing_task_id
    JOIN core.app_user AS reviewer ON reviewer.id = claim.user_id
    WHERE ${CLAIM_HOLDS} AND ${isByAsked('reviewer.email')} AND ${WAITING} AND ${NOT_REVIEWED}
      AND ${isTask}`,
  done_of_user: ({ isTask, inPeriod }) => sql`
    SELECT turing_task_id FROM core.task
    WHERE core.is_done(status) AND ${inPeriod(TASK_TIME)} AND ${isTask}`,
  with_duration_of_user: ({ isTask, inPeriod }) => sql`
    SELECT turing_task_id FROM core.task
    WHERE duration_minutes IS NOT NULL AND ${inPeriod(TASK_TIME)} AND ${isTask}`,
  rework_of_user: ({ isTask }) => sql`
    SELECT turing_task_id FROM core.task WHERE status = 'rework' AND ${isTask}`,
  stuck: ({ isTask }) => sql`
    SELECT turing_task_id FROM (SELECT task.* FROM ${stuckTasks('TRUE')}) AS task WHERE ${isTask}`,
  rounds: ({ isTask, roundsWith }) => roundsWith(isTask),
  first_looks: ({ isTask, roundsWith }) => roundsWith(sql`round.n = 1 AND ${isTask}`),
  rework_rounds: ({ isTask, roundsWith }) =>
    roundsWith(sql`round.verdict = 'rework' AND ${isTask}`),
};

/** Numbers whose user is a reviewer and not the one of the task. */
const OF_REVIEWER: readonly WorkNumber[] = [
  'reviews_in_period',
  'sent_back_in_period',
  'claimed_now',
];

/** The rows of a number of the caller's own reviews, verdicts and claims are theirs. */
function isSeen(query: WorkNumberQuery, seen: WorkSeen, values: BoundValues): string {
  const { visibility, ownReviews } = seen;
  const row = rowOfTask(values);
  const all = workSeen(visibility, row);
  const isOwn = OF_REVIEWER.includes(query.number) && query.user_email === ownReviews.email;
  if (all === 'TRUE' || !isOwn) return all;
  return `(${all} OR ${inProjects(ownReviews.projects, row.column('project_id'), row)})`;
}

function isTask(query: WorkNumberQuery, seen: WorkSeen, values: BoundValues): string {
  const {
    number,
    project_id: project,
    batch_ids: batches,
    pod_name: pod,
    pod_role: role,
    user_email: email,
    search,
  } = query;
  const conditions = [isSeen(query, seen, values)];
  if (project !== 0) conditions.push(sql`task.project_id = ${values.bind(project, 'integer')}`);
  if (batches)
    conditions.push(sql`task.turing_batch_id = ANY (${values.bind(batches, 'bigint[]')})`);
  if (email !== undefined && !OF_REVIEWER.includes(number)) {
    conditions.push(isTaskOf(values.bind(email, 'text')));
  }
  if (pod !== undefined) {
    conditions.push(sql`
      task.user_email IN (
        SELECT user_email FROM core.pod_member WHERE pod_name = ${values.bind(pod, 'text')}
          ${role === undefined ? '' : sql`AND role = ${values.bind(role, 'text')}`})`);
  }
  if (search !== undefined) {
    conditions.push(isFound(search, rowOfTask(values)));
  }
  for (const [column, value] of Object.entries(partOf(query))) {
    if (value === undefined) continue;
    conditions.push(sql`coalesce(task.${column}, '') = ${values.bind(value, 'text')}`);
  }
  return conditions.filter((condition) => condition !== 'TRUE').join(' AND ') || 'TRUE';
}

function partOf({ status, target_model, validation_status, task_user }: WorkNumberQuery) {
  return { status, target_model, validation_status, user_email: task_user };
}
