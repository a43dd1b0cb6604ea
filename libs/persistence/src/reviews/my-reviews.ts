import type { Stamp } from '@portal/contracts/stamp';
import type { MyReviews } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { Period } from '../users/daily-work.js';
import { inProject, stampOfProject } from '../stamp-sql.js';

interface ReviewsOf extends Period {
  readonly userId: number;
  readonly email: string;
  /** 0 for all projects. */
  readonly projectId: number;
}

/**
 * The reviews that a user submitted in a period, by hours from its start.
 * @param db a connection of `createPool`, whose instants are text
 */
export async function readMyReviews(
  db: Queryable,
  { userId, email, projectId, start, end }: ReviewsOf,
): Promise<MyReviews> {
  const rows = await db.query<HourRow>(reviewsByHour, [projectId, email, start, end]);
  const contradicted = await db.query<MyReviews['contradicted'][number]>(contradictions, [
    ...[projectId, userId, start, end],
  ]);
  const hours = rows.flatMap(({ hour, reviews }) => (hour === null ? [] : [{ hour, reviews }]));
  return {
    epoch: rows[0]?.epoch ?? '',
    revision: rows[0]?.revision ?? 0,
    total: hours.reduce((sum, { reviews }) => sum + reviews, 0),
    contradicted: [...contradicted],
    hours,
  };
}

/**
 * At least one row. The index of reviews by reviewer and time gives the reviews; `OFFSET 0` makes
 * the project of each a lookup by primary key instead of a join that reads all tasks.
 */
const reviewsByHour = sql`
  SELECT epoch, revision, hour, coalesce(reviews, 0) AS reviews
  FROM (SELECT ${stampOfProject}) AS stamp
  LEFT JOIN (
    SELECT date_bin('1 hour', submitted_at, $3::timestamptz) AS hour, count(*) AS reviews
    FROM core.task_review AS review
    CROSS JOIN LATERAL (
      SELECT project_id FROM core.task
      WHERE task.turing_task_id = review.turing_task_id
      OFFSET 0
    ) AS task
    WHERE reviewer_email = $2 AND submitted_at >= $3::timestamptz
      AND submitted_at < $4::timestamptz AND ${inProject}
    GROUP BY 1
  ) AS counted ON TRUE
  ORDER BY hour`;

const contradictions = sql`
  SELECT turing_task_id, import_id, finished_at AS imported_at, is_kept
  FROM core.import_conflict AS task
  JOIN core.task_import ON task_import.id = import_id
  WHERE changed_by = $2 AND task_import.state = 'completed' AND NOT dry_run
    AND finished_at >= $3::timestamptz AND finished_at < $4::timestamptz AND ${inProject}
  ORDER BY finished_at DESC, turing_task_id LIMIT 10`;

interface HourRow extends Stamp {
  /** Null in the only row of a period without reviews. */
  readonly hour: string | null;
  readonly reviews: number;
}
