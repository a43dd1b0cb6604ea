import type { WorkNumber } from '@portal/contracts/constants';
import type { WorkNumberQuery } from '@portal/contracts/tasks-by-number';
import type { VisibilityScope } from '@portal/domain/visibility';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { workSeen } from '../visibility/work.js';
import { NOT_REVIEWED, WAITING } from './claim-sql.js';
import { isTaskOf } from './task-keys.js';

/** The rows that a number of work counts, each with its `turing_task_id`, and their bound values. */
export interface CountedWork {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** @param visibility what the caller sees in the project, $1 (0 for all) */
export function rowsOfWork(query: WorkNumberQuery, visibility: VisibilityScope): CountedWork {
  const values = new BoundValues(2);
  const { start_datetime: start, end_datetime: end } = query;
  const inPeriod = (instant: string): string =>
    sql`${instant} >= ${values.bind(start, 'timestamptz')}
      AND ${instant} < ${values.bind(end, 'timestamptz')}`;
  const text = ROWS[query.number]({
    isTask: isTask(query, visibility, values),
    isByAsked: () => byUser(query.user_email, values),
    inPeriod,
  });
  return { text, values: values.values };
}

interface Wording {
  /** The condition on a row of `core.task`. */
  readonly isTask: string;
  /** The condition on the reviewer of a row `review`. */
  readonly isByAsked: () => string;
  readonly inPeriod: (instant: string) => string;
}

const byUser = (email: string | undefined, values: BoundValues): string =>
  email === undefined ? 'TRUE' : sql`review.reviewer_email = ${values.bind(email, 'text')}`;

/** The index of tasks by completion has the statuses. */
const DONE_BY_INDEX = sql`core.is_done(status) AND core.index_key(status) IN (
  core.index_key('completed'), core.index_key('reviewed'), core.index_key('delivered'))`;

const REVIEWS = sql`core.task_review AS review
    CROSS JOIN LATERAL (
      SELECT * FROM core.task
      WHERE task.turing_task_id = review.turing_task_id
      OFFSET 0
    ) AS task`;

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
    WHERE ${inPeriod('review.submitted_at')} AND ${isByAsked()} AND ${isTask}`,
  reviewed_in_period: ({ isTask, inPeriod }) => sql`
    SELECT DISTINCT review.turing_task_id FROM ${REVIEWS}
    WHERE ${inPeriod('review.submitted_at')} AND ${isTask}`,
  waiting_for_review: ({ isTask }) => sql`
    SELECT turing_task_id FROM core.task WHERE ${WAITING} AND ${NOT_REVIEWED} AND ${isTask}`,
};

function isTask(query: WorkNumberQuery, visibility: VisibilityScope, values: BoundValues): string {
  const {
    number,
    project_id: project,
    batch_ids: batches,
    pod_name: pod,
    user_email: email,
  } = query;
  const conditions = [workSeen(visibility, values)];
  if (project !== 0) conditions.push('task.project_id = $1');
  if (batches)
    conditions.push(sql`task.turing_batch_id = ANY (${values.bind(batches, 'bigint[]')})`);
  if (email !== undefined && number !== 'reviews_in_period') {
    conditions.push(isTaskOf(values.bind(email, 'text')));
  }
  if (pod !== undefined) {
    conditions.push(sql`
      task.user_email IN (
        SELECT user_email FROM core.pod_member WHERE pod_name = ${values.bind(pod, 'text')})`);
  }
  for (const [column, value] of Object.entries(partOf(query))) {
    if (value === undefined) continue;
    conditions.push(sql`coalesce(task.${column}, '') = ${values.bind(value, 'text')}`);
  }
  return conditions.filter((condition) => condition !== 'TRUE').join(' AND ') || 'TRUE';
}

function partOf({ status, target_model, validation_status }: WorkNumberQuery) {
  return { status, target_model, validation_status };
}
