import type { UserTask } from '@portal/contracts/task-stats';
import { taskSchema } from '@portal/contracts/tasks';
import type { VisibilityScope } from '@portal/domain/visibility';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { workOfUserSeen } from '../visibility/work.js';

export interface UserTasksPage {
  readonly email: string;
  readonly visibility: VisibilityScope;
  /** Null for an open start or end of the period. */
  readonly start: string | null;
  readonly end: string | null;
  readonly page: number;
  readonly size: number;
}

/**
 * One page of a user's tasks, newest first, with the total number. Includes only projects in which
 * the user's work is visible.
 * @param db a connection of `createPool`, which returns instants as text
 */
export async function readUserTasks(
  db: Queryable,
  { email, visibility, start, end, page, size }: UserTasksPage,
): Promise<{ items: UserTask[]; total: number }> {
  const isDated = start !== null || end !== null;
  const bound = new BoundValues(isDated ? 4 : 2);
  const isSeen = workOfUserSeen(visibility, email, bound);
  const rows = await db.query<CountedTask | CountedNone>(
    userTasks({ isDated, isSeen, limit: size, offset: (page - 1) * size }),
    [email, ...(isDated ? [start, end] : []), ...bound.values],
  );
  return { items: rows.filter(isTask).map(presentUserTask), total: rows[0]?.total ?? 0 };
}

/** Parts of the SQL text and not bound values, so that a generic plan is a good one. */
interface Wording {
  readonly isDated: boolean;
  /** The condition on the project of a task. */
  readonly isSeen: string;
  readonly limit: number;
  readonly offset: number;
}

/** Returns at least one row, for the total. */
const userTasks = (wording: Wording): string => sql`
  WITH head AS (
    SELECT turing_task_id, at
    FROM (
      (SELECT turing_task_id, completed_at AS at ${completed(wording)}
        ${newest('completed_at', wording)})
      UNION ALL
      (SELECT turing_task_id, ${TOUCHED} ${open(wording)} ${newest(TOUCHED, wording)})
    ) AS found
    ORDER BY at DESC, turing_task_id DESC
    LIMIT ${wording.limit} OFFSET ${wording.offset}
  )
  SELECT total, ${SHOWN}, project.name AS project_name,
    labeling_tool_base_path || task.turing_task_id AS task_link
  FROM (
    SELECT (SELECT count(*) ${completed(wording)}) + (SELECT count(*) ${open(wording)}) AS total
  ) AS counted
  LEFT JOIN head ON TRUE
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = project_id
  ORDER BY at DESC, task.turing_task_id DESC`;

const SHOWN = Object.keys(taskSchema.shape)
  .map((name) => `task.${name}`)
  .join(', ');

/** The instant that sorts a task without `completed_at`. */
const TOUCHED = sql`coalesce(updated_at, created_at, '-infinity')`;
const ofUser = ({ isSeen }: Wording): string => sql`
  FROM core.task
  WHERE user_email = $1 AND ${isSeen}`;
const inPeriod = (instant: string): string => sql`
  ${instant} >= coalesce($2::timestamptz, '-infinity')
    AND ${instant} < coalesce($3::timestamptz, 'infinity')`;
const newest = (instant: string, { limit, offset }: Wording): string => sql`
  ORDER BY ${instant} DESC, turing_task_id DESC LIMIT ${limit + offset}`;

/*
 * Completed and open tasks each have an index sorted by their instant. Each read takes rows from it
 * up to the end of the page. A task without any instant is in no period.
 */
const completed = (wording: Wording): string => sql`
  ${ofUser(wording)}
    AND ${wording.isDated ? inPeriod('completed_at') : 'completed_at IS NOT NULL'}`;
const open = (wording: Wording): string => sql`
  ${ofUser(wording)} AND completed_at IS NULL
    ${wording.isDated ? sql`AND ${inPeriod(TOUCHED)} AND ${TOUCHED} > '-infinity'` : ''}`;

type UserTaskRow = Omit<UserTask, 'duration_minutes'> & {
  readonly duration_minutes: string | null;
};

type CountedTask = UserTaskRow & { readonly total: number };
interface CountedNone {
  readonly turing_task_id: null;
  readonly total: number;
}

function isTask(row: CountedTask | CountedNone): row is CountedTask {
  return row.turing_task_id !== null;
}

function presentUserTask({ total: _total, duration_minutes, ...row }: CountedTask): UserTask {
  return {
    ...row,
    duration_minutes: duration_minutes === null ? null : Number(duration_minutes),
  };
}
