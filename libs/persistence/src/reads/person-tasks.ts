import type { PersonTask } from '@portal/contracts/task-stats';
import type { Sight } from '@portal/domain/sight';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface PersonTasksPage {
  readonly email: string;
  readonly sight: Sight;
  /** Either end may be open. */
  readonly start: string | null;
  readonly end: string | null;
  readonly page: number;
  readonly size: number;
}

/** Whether somebody is seen at all: oneself, and whoever works in a project where people are seen. */
export async function readIsSeen(db: Queryable, email: string, sight: Sight): Promise<boolean> {
  if (email === sight.email) return true;
  const rows = await db.query(
    sql`
    SELECT FROM core.app_user WHERE email = $1 AND $2::boolean
    UNION ALL
    SELECT FROM core.task_person WHERE user_email = $1 AND $2
    UNION ALL
    SELECT FROM agg.person_total WHERE user_email = $1 AND project_id = ANY ($3::integer[])
    UNION ALL
    SELECT FROM core.pod_member JOIN core.pod ON pod.name = pod_name
    WHERE user_email = $1 AND project_id = ANY ($3)
    UNION ALL
    SELECT FROM core.user_role JOIN core.app_user ON app_user.id = user_id
    WHERE email = $1 AND project_id = ANY ($3)
    LIMIT 1`,
    [email, sight.isEverywhere, sight.projectIds],
  );
  return rows.length > 0;
}

/**
 * One page of a person's tasks, newest first, with how many there are; only those of projects where
 * the person is seen.
 */
export async function readPersonTasks(
  db: Queryable,
  { email, sight, start, end, page, size }: PersonTasksPage,
): Promise<{ items: PersonTask[]; total: number }> {
  const seesAll = sight.isEverywhere || sight.email === email;
  const filters = [email, seesAll, sight.projectIds, start, end];
  const [counted] = await db.query<{ total: number }>(
    sql`SELECT count(*) AS total FROM (${selected}) AS task`,
    filters,
  );
  const rows = await db.query<PersonTaskRow>(
    sql`
    SELECT task.turing_task_id, project_id, turing_batch_id, user_email, task.status,
      number_of_turns, duration_minutes, completed_at, task.created_at, task.updated_at, colab_link,
      target_model, validation_status, delivery_batch, project.name AS project_name,
      labeling_tool_base_path || turing_task_id AS task_link
    FROM (
      SELECT * FROM (${selected}) AS task
      ORDER BY coalesce(completed_at, updated_at, created_at) DESC NULLS LAST, turing_task_id DESC
      LIMIT $6 OFFSET $7
    ) AS task
    JOIN core.project ON project.id = project_id
    ORDER BY coalesce(completed_at, task.updated_at, task.created_at) DESC NULLS LAST,
      turing_task_id DESC`,
    [...filters, size, (page - 1) * size],
  );
  return { items: rows.map(presentPersonTask), total: counted?.total ?? 0 };
}

const isSeen = sql`user_email = $1 AND ($2::boolean OR project_id = ANY ($3::integer[]))`;
const inPeriod = (instant: string): string => sql`
  ${instant} >= coalesce($4::timestamptz, '-infinity')
    AND ${instant} < coalesce($5::timestamptz, 'infinity')`;

/** The two kinds are ranges of one index: completed within the period, and not completed at all. */
const selected = sql`
  SELECT * FROM core.task WHERE ${isSeen} AND ${inPeriod('completed_at')}
  UNION ALL
  SELECT * FROM core.task
  WHERE ${isSeen} AND completed_at IS NULL
    AND ${inPeriod("coalesce(updated_at, created_at, '-infinity')")}
    AND ($4 IS NULL AND $5 IS NULL OR coalesce(updated_at, created_at) IS NOT NULL)`;

type Instants = 'completed_at' | 'created_at' | 'updated_at';
type PersonTaskRow = Omit<PersonTask, Instants | 'duration_minutes'> & {
  readonly duration_minutes: string | null;
} & { readonly [Field in Instants]: Date | null };

function presentPersonTask(row: PersonTaskRow): PersonTask {
  const { duration_minutes, completed_at, created_at, updated_at } = row;
  return {
    ...row,
    duration_minutes: duration_minutes === null ? null : Number(duration_minutes),
    completed_at: completed_at?.toISOString() ?? null,
    created_at: created_at?.toISOString() ?? null,
    updated_at: updated_at?.toISOString() ?? null,
  };
}
