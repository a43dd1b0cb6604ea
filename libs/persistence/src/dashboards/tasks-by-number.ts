import type { Stamp } from '@portal/contracts/stamp';
import type {
  NumberTask,
  StatisticsNumberQuery,
  TasksByNumberQuery,
  WorkNumberQuery,
} from '@portal/contracts/tasks-by-number';
import type { WorkSeen } from '@portal/domain/visibility';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { isDated } from './dashboard.js';
import { inDates, inScope, instantText, parameters } from './dashboard-sql.js';
import { NUMBER_CONDITIONS } from './number-conditions.js';
import { rowsOfWork } from './number-of-work.js';
import { stampOfProject } from '../stamp-sql.js';
import { LAST_REVIEW, presentLastReview } from '../tasks/last-review.js';
import { rowOfTask } from '../tasks/task-keys.js';
import { keysFound } from '../tasks/task-search.js';
import {
  countedPage,
  type CountedRow,
  USER_TASK,
  type UserTaskRow,
} from '../tasks/user-task-row.js';

type Page = Counts & { items: NumberTask[] };
type Row = UserTaskRow & Pick<NumberTask, 'last_round' | 'last_review'>;

/**
 * One page of the tasks that a number of the statistics counts, largest id first. The total is read as the statistics
 * read it, in the same statement. Tasks are read by their ids until the page is full, so a page of few
 * tasks among many needs a time limit. A search reads all tasks that it finds, by indexes, and counts them.
 * @param db a connection of `createPool`, which returns instants as text
 */
export async function readTasksByNumber(
  db: Queryable,
  query: StatisticsNumberQuery,
): Promise<Page> {
  const part = new BoundValues(6);
  const { search } = query;
  const text =
    search === undefined
      ? tasksByNumber(query, inPart(query, part))
      : foundByNumber(query, search, part);
  const rows = await db.query<CountedRow<Counts, Row>>(text, [
    query.project_id,
    query.batch_ids ?? null,
    query.start_date ?? null,
    query.end_date ?? null,
    query.activity_days,
    ...part.values,
  ]);
  return presentPage(rows);
}

/**
 * The same for a number of work: all its tasks are read, and counted.
 */
export async function readTasksOfWork(
  db: Queryable,
  query: WorkNumberQuery,
  seen: WorkSeen,
): Promise<Page> {
  const { text, values } = rowsOfWork(query, seen);
  const rows = await db.query<CountedRow<Counts, Row>>(pageOfAll(text, query), [
    query.project_id,
    ...values,
  ]);
  return presentPage(rows);
}

function presentPage(rows: readonly CountedRow<Counts, Row>[]): Page {
  const { items, ...counts } = countedPage(rows);
  return { ...counts, items: items.map(presentLastReview) };
}

interface Counts extends Stamp {
  readonly total: number;
}

/** The condition of the part for rows of tasks and of the read models, which have '' for nothing. */
function inPart(query: TasksByNumberQuery, values: BoundValues): string {
  const { status, target_model: model, validation_status: validation } = query;
  const conditions: string[] = [];
  if (status !== undefined) conditions.push(isOfStatus(values.bind(status, 'text')));
  if (model !== undefined)
    conditions.push(`coalesce(target_model, '') = ${values.bind(model, 'text')}`);
  if (validation !== undefined)
    conditions.push(`coalesce(validation_status, '') = ${values.bind(validation, 'text')}`);
  return conditions.join(' AND ') || 'TRUE';
}

/** @param rows the counted rows */
const pageOfAll = (rows: string, query: TasksByNumberQuery): string => sql`
  WITH matching AS MATERIALIZED (${rows}),
  counted AS (
    SELECT ${stampOfProject}, (SELECT count(*) FROM matching) AS total
  ), head AS (
    SELECT turing_task_id FROM matching ORDER BY turing_task_id DESC ${pageOf(query)}
  )
  ${PAGE}`;

/** The tasks of the number that a search finds. */
function foundByNumber(query: StatisticsNumberQuery, search: string, values: BoundValues): string {
  const found = keysFound(search, {
    from: TASK_WITH_DAY,
    row: rowOfTask(values),
    seen: (row) => sql`($1 = 0 OR ${row.column('project_id')} = $1)`,
    conditions: [isCounted(query, inPart(query, values))],
  });
  const rows = sql`
    WITH ${parameters} SELECT DISTINCT key AS turing_task_id FROM (${found.join(' UNION ALL ')}) AS found`;
  return pageOfAll(rows, query);
}

/** The number is read as the statistics read it; tasks are read by their ids until the page is full. */
function tasksByNumber(query: StatisticsNumberQuery, isInPart: string): string {
  const { counter } = NUMBER_CONDITIONS[query.number];
  return sql`
  WITH ${parameters}, counted AS (
    SELECT ${stampOfProject},
      coalesce(sum(${counter}), 0)::bigint AS total
    FROM ${counter === 'duration_count' ? 'agg.duration_day' : 'agg.task_cell'}
    WHERE ${isSelected(query, isInPart)}
  ), head AS (
    SELECT turing_task_id
    FROM ${TASK_WITH_DAY}
    WHERE ${isCounted(query, isInPart)}
    ORDER BY turing_task_id DESC
    ${pageOf(query)}
  )
  ${PAGE}`;
}

const TASK_WITH_DAY = sql`(
      SELECT *, core.activity_day(completed_at, updated_at, created_at) AS activity_day
      FROM core.task
    ) AS task`;

/** The condition for rows of tasks and of the read models. */
function isSelected(query: StatisticsNumberQuery, isInPart: string): string {
  return sql`${inScope} AND ${NUMBER_CONDITIONS[query.number].condition} AND ${isInPart}
      ${isDated(query) ? sql`AND ${inDates}` : ''}`;
}

/** The condition that the number counts a task. */
function isCounted(query: StatisticsNumberQuery, isInPart: string): string {
  const { counter, status } = NUMBER_CONDITIONS[query.number];
  return sql`${isSelected(query, isInPart)}
      ${status === undefined ? '' : `AND ${isOfStatus(`'${status}'`)}`}
      AND ${COUNTS_TASK[counter]}`;
}

const pageOf = ({ page, size }: TasksByNumberQuery): string =>
  `LIMIT ${size} OFFSET ${(page - 1) * size}`;

const LAST_ROUND = sql`(
    SELECT jsonb_build_object('n', n, 'verdict', verdict, 'ended_at', ${instantText('ended_at')})
    FROM core.task_round AS round
    WHERE round.turing_task_id = task.turing_task_id
    ORDER BY n DESC LIMIT 1)`;

/** At least one row, for the total. */
const PAGE = sql`
  SELECT to_jsonb(counted) AS counts, ${USER_TASK}, ${LAST_ROUND} AS last_round,
    ${LAST_REVIEW} AS last_review
  FROM counted
  LEFT JOIN head ON TRUE
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = project_id
  ORDER BY task.turing_task_id DESC`;

/** By an index of the tasks. */
const isOfStatus = (status: string): string =>
  sql`status = ${status} AND core.index_key(status) = core.index_key(${status})`;

/** Which tasks each counter counts. */
const COUNTS_TASK = {
  tasks: 'TRUE',
  reviewed_tasks: sql`
    EXISTS (SELECT FROM core.task_review AS review WHERE review.turing_task_id = task.turing_task_id)`,
  duration_count: 'duration_minutes IS NOT NULL',
};
