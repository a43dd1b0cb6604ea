import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import type {
  DashboardChanged,
  MemberProgress,
  ReviewCounters,
  SyncTime,
} from '@portal/contracts/live';
import type { Stamp } from '@portal/contracts/stamp';
import type { DailyTarget, Progress } from '@portal/domain/weekly';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { countsByStatus, epoch, inProject, stampOfProject } from '../stamp-sql.js';
import { userDetails } from '../users/user-details.js';
import { slotBounds, workOfUsers } from '../users/work-sql.js';

/**
 * Reads of the pushed states. Each is one statement, so that the state and its revision come from
 * one snapshot. Project 0 covers all projects.
 */

/** The stamp of a project. The revision of project 0 is the sum of all and increases with each. */
export function readStamp(db: Queryable, projectId: number): Promise<Stamp> {
  return readRow<Stamp>(db, sql`SELECT ${stampOfProject}`, [projectId]);
}

export interface StampOfProject extends Stamp {
  readonly project_id: number;
}

/** The stamp of each project with a change, and that of project 0 with the sum of all revisions. */
export async function readStamps(db: Queryable): Promise<readonly StampOfProject[]> {
  return db.query<StampOfProject>(sql`
    SELECT project_id, ${epoch} AS epoch, revision FROM agg.project_revision WHERE project_id <> 0
    UNION ALL
    SELECT 0, ${epoch}, coalesce(sum(revision), 0)::bigint FROM agg.project_revision
    ORDER BY project_id`);
}

/** Totals of the whole project. */
export async function readDashboardTotals(
  db: Queryable,
  projectId: number,
): Promise<DashboardChanged> {
  const row = await readRow<Omit<DashboardChanged, 'project_id'>>(
    db,
    sql`
    SELECT ${stampOfProject}, json_build_object(
      ${countsByStatus},
      'total_batches', (SELECT count(*) FROM core.batch WHERE ${inProject})) AS totals
    FROM agg.batch_total
    WHERE ${inProject}`,
    [projectId],
  );
  return { project_id: projectId, ...row };
}

/**
 * The review desk: tasks that wait for a first review, and tasks in any status with a review
 * submitted today in the reporting zone. `podName` restricts both to the pod's members.
 */
export async function readReviewCounters(
  db: Queryable,
  projectId: number,
  podName: string | null,
): Promise<ReviewCounters> {
  const row = await readRow<Pick<ReviewCounters, keyof Stamp | 'pending' | 'done'>>(
    db,
    sql`
    SELECT ${stampOfProject},
      (SELECT coalesce(sum(tasks - reviewed_tasks), 0)::bigint FROM agg.user_total
        WHERE ${deskScope} AND status IN ('completed', 'ready_for_review')) AS pending,
      (SELECT coalesce(sum(tasks), 0)::bigint FROM agg.desk_day
        WHERE ${deskScope} AND day = core.reporting_day(now())) AS done`,
    [projectId, podName],
  );
  return { project_id: projectId, pod_name: podName, ...row };
}

interface WeeklyMember extends Omit<MemberProgress, keyof Progress | 'goal'> {
  /** The member's own daily target in the week; null if that of the pod holds. */
  readonly own_target: DailyTarget | null;
}

export interface WeeklyWork extends Stamp {
  /** The pod's daily target in the week; null if there is none. */
  readonly target: DailyTarget | null;
  /** The members with the done tasks of the week and their turns, sorted by email. */
  readonly members: readonly WeeklyMember[];
}

/**
 * The done tasks and turns of each pod member between two instants, the second excluded, and the
 * target of that week. An unknown pod has no members and no target.
 */
export async function readWeeklyProgress(
  db: Queryable,
  projectId: number,
  podName: string,
  week: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<WeeklyWork> {
  const { startsAt, firstSlot, lastSlot, endsAt } = slotBounds(week.startsAt, week.endsAt);
  return readRow<WeeklyWork>(
    db,
    sql`
    WITH member AS (
      SELECT user_email, role FROM core.pod_member WHERE pod_name = $2
    ),
    work AS (${workOfUsers('SELECT user_email FROM member')}),
    -- Of the pod and of single members, the one that begins last; a week of its own before one that repeats.
    held AS (
      SELECT DISTINCT ON (user_email) user_email, json_build_object(
        'daily_tasks', daily_tasks_target, 'daily_turns', daily_turns_target) AS target
      FROM core.pod_weekly_target
      WHERE pod_name = $2
        AND daterange(week_start_date, week_end_date, '[]')
          && daterange(core.reporting_day($3), core.reporting_day($6))
      ORDER BY user_email, week_start_date DESC, repeats
    )
    SELECT ${stampOfProject},
      (SELECT target FROM held WHERE user_email IS NULL) AS target,
      (SELECT coalesce(json_agg(json_build_object(
          'email', user_email, 'name', app_user.name, 'role', role,
          'user', ${userDetails(inProject)}, 'tasks', coalesce(work.tasks, 0), 'turns', coalesce(work.turns, 0),
          'reviews', (${reviewsOfMember}), 'own_target', held.target)
          ORDER BY user_email), '[]')
        FROM member
        JOIN core.app_user ON app_user.email = user_email
        LEFT JOIN work USING (user_email)
        LEFT JOIN held USING (user_email)) AS members`,
    [projectId, podName, startsAt, firstSlot, lastSlot, endsAt],
  );
}

/**
 * The reviews of a member in the week. `OFFSET 0` makes the project of each a lookup by primary key
 * instead of a join that reads all tasks.
 */
const reviewsOfMember = sql`SELECT count(*) FROM core.task_review AS review
          CROSS JOIN LATERAL (SELECT project_id FROM core.task
            WHERE task.turing_task_id = review.turing_task_id OFFSET 0) AS task
          WHERE reviewer_email = user_email AND submitted_at >= $3 AND submitted_at < $6
            AND ${inProject}`;

/** The time of the last import, in ISO format; null before the first. */
export async function readSyncTime(db: Queryable, projectId: number): Promise<SyncTime> {
  const row = await readRow<Pick<SyncTime, keyof Stamp | 'value'>>(
    db,
    sql`
    SELECT ${stampOfProject},
      (SELECT value FROM core.meta WHERE key = '${META_TASKS_LAST_IMPORTED_AT}') AS value`,
    [projectId],
  );
  return { project_id: projectId, ...row };
}

/** Rows of the project, or only of the members of pod $2. */
const deskScope = sql`${inProject} AND ($2::text IS NULL
          OR user_email IN (SELECT user_email FROM core.pod_member WHERE pod_name = $2))`;

async function readRow<T>(db: Queryable, text: string, values: unknown[]): Promise<T> {
  const [row] = await db.query<T>(text, values);
  if (row === undefined) throw new Error('a read of a state gives one row');
  return row;
}
