import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { WeekOfScores } from '@portal/contracts/task-stats';
import type { VisibilityScope } from '@portal/domain/visibility';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { workOfUserSeen } from '../visibility/work.js';

interface ScoresOf {
  readonly email: string;
  readonly visibility: VisibilityScope;
  /** Null for an open start or end of the period. */
  readonly start: string | null;
  readonly end: string | null;
  /** 0 for all projects. */
  readonly projectId: number;
}

/**
 * The mean score of the reviews of a user's tasks by week of their submission, in the reporting zone. Includes only
 * projects in which the user's work is visible. The read model has the reviews of a period; `OFFSET 0` finds each
 * review and task by its key.
 */
export function readUserScores(
  db: Queryable,
  { email, visibility, start, end, projectId }: ScoresOf,
): Promise<readonly WeekOfScores[]> {
  const bound = new BoundValues(4);
  const isRequested =
    projectId === ALL_PROJECTS_ID ? 'TRUE' : `project_id = ${bound.bind(projectId, 'integer')}`;
  return db.query<WeekOfScores>(
    sql`
    SELECT date_trunc('week', known.submitted_at AT TIME ZONE core.reporting_zone())::date AS week,
      count(*)::integer AS reviews, avg(review.score)::float8 AS mean
    FROM agg.user_review AS known
    CROSS JOIN LATERAL (
      SELECT score FROM core.task_review AS one
      WHERE one.turing_task_id = known.turing_task_id AND one.turing_review_id = known.turing_review_id
      OFFSET 0
    ) AS review
    CROSS JOIN LATERAL (
      SELECT project_id FROM core.task AS one WHERE one.turing_task_id = known.turing_task_id
      OFFSET 0
    ) AS task
    WHERE known.user_email = $1
      AND known.submitted_at >= coalesce($2::timestamptz, '-infinity')
      AND known.submitted_at < coalesce($3::timestamptz, 'infinity')
      AND review.score IS NOT NULL
      AND ${workOfUserSeen(visibility, email, bound)} AND ${isRequested}
    GROUP BY 1
    ORDER BY 1`,
    [email, start, end, ...bound.values],
  );
}
