import type { ReviewStatsRow } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { Period } from './daily-work.js';
import { inPeopleScope, type PeopleScope } from './people-sql.js';

/**
 * The review desk by status: tasks that wait for a first review, and tasks that were judged with a
 * review submitted in the period, each once. Over more than a day such tasks cannot be added up from
 * parts (a task may be reviewed in several), so they are looked up: among the tasks of the people who
 * are named, or else by the reviews of the period.
 */
export function readReviewDesk(
  db: Queryable,
  scope: PeopleScope,
  { start, end }: Period,
): Promise<ReviewStatsRow[]> {
  const { condition, values } = inPeopleScope(scope, 3);
  const judged = scope.people === null ? judgedInPeriod : judgedOfPeople;
  return db.query<ReviewStatsRow>(reviewDesk(judged(condition), condition), [
    start,
    end,
    ...values,
  ]);
}

const reviewsOfPeriod = sql`
  SELECT turing_task_id FROM core.task_review
  WHERE submitted_at >= $1::timestamptz AND submitted_at < $2::timestamptz`;

/** The status of each task, by the reviews. */
const judgedInPeriod = (isAskedFor: string): string => sql`
  SELECT status
  FROM (SELECT DISTINCT turing_task_id FROM (${reviewsOfPeriod}) AS review) AS reviewed
  CROSS JOIN LATERAL (
    SELECT status
    FROM core.task
    WHERE task.turing_task_id = reviewed.turing_task_id AND core.is_judged(status)
      AND ${isAskedFor}
    OFFSET 0
  ) AS judged`;

/**
 * The same by the tasks of the people: theirs and the reviews each come from one index alone. The
 * outer OFFSET 0 has the reviews read once, and not for each person.
 */
const judgedOfPeople = (isAskedFor: string): string => sql`
  SELECT status
  FROM (
    SELECT of_person.turing_task_id, of_person.status
    FROM (
      SELECT DISTINCT project_id, user_email FROM agg.person_total WHERE ${isAskedFor}
    ) AS person
    CROSS JOIN LATERAL (
      SELECT turing_task_id, status
      FROM core.task
      WHERE task.project_id = person.project_id
        AND task.user_email = person.user_email COLLATE "default" AND core.is_judged(status)
      OFFSET 0
    ) AS of_person
    OFFSET 0
  ) AS judged
  WHERE turing_task_id IN (${reviewsOfPeriod})`;

const reviewDesk = (judged: string, isAskedFor: string): string => sql`
  SELECT status, sum(tasks)::bigint AS task_count
  FROM (
    SELECT status, tasks - reviewed_tasks AS tasks
    FROM agg.person_total
    WHERE status IN ('completed', 'ready_for_review') AND ${isAskedFor}
    UNION ALL
    SELECT status, 1 FROM (${judged}) AS judged
  ) AS desk
  GROUP BY status
  HAVING sum(tasks) > 0
  ORDER BY status`;
