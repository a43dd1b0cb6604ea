import type { Stamp } from '@portal/contracts/stamp';
import type { MyReviews } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { Period } from './daily-work.js';
import { inProject, stampOfProject } from './scope-sql.js';

interface ReviewsOf extends Period {
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
  { email, projectId, start, end }: ReviewsOf,
): Promise<MyReviews> {
  const rows = await db.query<HourRow>(reviewsByHour, [projectId, email, start, end]);
  const hours = rows.flatMap(({ hour, reviews }) => (hour === null ? [] : [{ hour, reviews }]));
  return {
    epoch: rows[0]?.epoch ?? '',
    revision: rows[0]?.revision ?? 0,
    total: hours.reduce((sum, { reviews }) => sum + reviews, 0),
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

interface HourRow extends Stamp {
  /** Null in the only row of a period without reviews. */
  readonly hour: string | null;
  readonly reviews: number;
}
