import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Stamp } from '@portal/contracts/stamp';
import type { OwnTask } from '@portal/contracts/task-stats';
import type { VisibilityScope } from '@portal/domain/visibility';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { workOfUserSeen } from '../visibility/work.js';
import { LAST_REVIEW, presentLastReview } from './last-review.js';
import { epoch } from '../stamp-sql.js';
import { isTaskOf, rowOfTask, TASK_TIME } from './task-keys.js';
import { isFound } from './task-search.js';
import { countedPage, type CountedRow, USER_TASK, type UserTaskRow } from './user-task-row.js';

export interface UserTasksPage {
  readonly email: string;
  readonly visibility: VisibilityScope;
  /** Null for an open start or end of the period. */
  readonly start: string | null;
  readonly end: string | null;
  /** Null for tasks of every status. */
  readonly status: string | null;
  /** Null for all tasks. */
  readonly search: string | null;
  /** 0 for all projects. */
  readonly projectId: number;
  readonly page: number;
  readonly size: number;
}

/**
 * One page of a user's tasks, newest first, with their total number and the user's tasks in rework
 * now. Includes only projects in which the user's work is visible.
 * @param db a connection of `createPool`, which returns instants as text
 */
export async function readUserTasks(
  db: Queryable,
  { email, visibility, start, end, status, search, projectId, page, size }: UserTasksPage,
): Promise<Counts & { items: OwnTask[] }> {
  const isDated = start !== null || end !== null;
  const bound = new BoundValues(isDated ? 4 : 2);
  const isRequested =
    projectId === ALL_PROJECTS_ID ? 'TRUE' : `project_id = ${bound.bind(projectId, 'integer')}`;
  const isSeen = `${workOfUserSeen(visibility, email, bound)} AND ${isRequested}`;
  const isOfStatus = status === null ? 'TRUE' : `status = ${bound.bind(status, 'text')}`;
  const found = search === null ? null : isFound(search, rowOfTask(bound));
  const pages = { limit: size, offset: (page - 1) * size };
  const rows = await db.query<CountedRow<Counts, OwnTaskRow>>(
    userTasks({ isDated, isSeen, isRequested, isOfStatus, found, ...pages }),
    [email, ...(isDated ? [start, end] : []), ...bound.values],
  );
  const { items, ...counts } = countedPage(rows);
  return { ...counts, items: items.map(presentLastReview) };
}

type OwnTaskRow = UserTaskRow & Pick<OwnTask, 'batch_name' | 'review_count' | 'last_review'>;

/** Parts of the SQL text and not bound values, so that a generic plan is a good one. */
interface Wording {
  readonly isDated: boolean;
  /** The condition on the project of a task. */
  readonly isSeen: string;
  /** The condition on the project of a revision. */
  readonly isRequested: string;
  /** The condition on the status of a listed task. */
  readonly isOfStatus: string;
  /** The condition that the search finds a task; null for all tasks. */
  readonly found: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Returns at least one row, for the total. */
const userTasks = (wording: Wording): string => sql`
  WITH head AS (
    SELECT turing_task_id, ${TASK_TIME} AS at
    ${matching(wording)}
    ORDER BY ${TASK_TIME} DESC, turing_task_id DESC
    LIMIT ${wording.limit} OFFSET ${wording.offset}
  )
  SELECT to_jsonb(counted) AS counts, ${USER_TASK}, batch.name AS batch_name,
    (
      SELECT count(*)::int4 FROM core.task_review AS review
      WHERE review.turing_task_id = task.turing_task_id) AS review_count,
    ${LAST_REVIEW} AS last_review
  FROM (
    SELECT ${epoch} AS epoch, ${total(wording)} AS total,
      (SELECT coalesce(sum(tasks), 0)::bigint FROM agg.user_total
        WHERE user_email = $1 AND ${wording.isSeen} AND status = 'rework') AS rework_total,
      (SELECT coalesce(sum(revision), 0)::bigint FROM agg.project_revision
        WHERE ${wording.isRequested}) AS revision
  ) AS counted
  LEFT JOIN head ON TRUE
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = task.project_id
  LEFT JOIN core.batch
    ON batch.project_id = task.project_id AND batch.turing_batch_id = task.turing_batch_id
  ORDER BY at DESC, task.turing_task_id DESC`;

/** The read model counts the tasks of all time, an index those of a period. A search reads each of them. */
const total = (wording: Wording): string =>
  wording.isDated || wording.found !== null
    ? sql`(SELECT count(*) ${matching(wording)})`
    : sql`(SELECT coalesce(sum(tasks), 0)::bigint FROM agg.user_total
        WHERE user_email = $1 AND ${wording.isSeen} AND ${wording.isOfStatus})`;

/** A task without any instant is in no period. */
const matching = ({ isDated, isSeen, isOfStatus, found }: Wording): string => sql`
  FROM core.task
  WHERE ${isTaskOf('$1')} AND ${isSeen} AND ${isOfStatus} AND ${found ?? 'TRUE'}
    ${isDated ? sql`AND ${TASK_TIME} > '-infinity' AND ${inPeriod}` : ''}`;

const inPeriod = sql`
  ${TASK_TIME} >= coalesce($2::timestamptz, '-infinity')
    AND ${TASK_TIME} < coalesce($3::timestamptz, 'infinity')`;

/** With the stamp of the requested project. */
interface Counts extends Stamp {
  readonly total: number;
  readonly rework_total: number;
}
