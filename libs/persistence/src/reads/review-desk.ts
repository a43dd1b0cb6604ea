import type { ReviewStatsRow } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { Period } from './daily-work.js';
import { inPeopleScope, type PeopleScope, peopleValues } from './people-sql.js';

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
  return db.query<ReviewStatsRow>(reviewDesk(scope.people === null ? ofPeriod : ofPeople), [
    ...peopleValues(scope),
    start,
    end,
  ]);
}

const inPeriod = sql`submitted_at >= $6::timestamptz AND submitted_at < $7::timestamptz`;

const ofPeople = sql`
    SELECT status, 1
    FROM core.task
    WHERE core.is_judged(status) AND ${inPeopleScope}
      AND EXISTS (
        SELECT FROM core.task_review AS review
        WHERE review.turing_task_id = task.turing_task_id AND ${inPeriod})`;

const ofPeriod = sql`
    SELECT status, 1
    FROM (SELECT DISTINCT turing_task_id FROM core.task_review WHERE ${inPeriod}) AS reviewed
    CROSS JOIN LATERAL (
      SELECT status
      FROM core.task
      WHERE task.turing_task_id = reviewed.turing_task_id AND core.is_judged(status)
        AND ${inPeopleScope}
      OFFSET 0
    ) AS judged`;

const reviewDesk = (judged: string): string => sql`
  SELECT status, sum(tasks)::bigint AS task_count
  FROM (
    SELECT status, tasks - reviewed_tasks AS tasks
    FROM agg.person_total
    WHERE status IN ('completed', 'ready_for_review') AND ${inPeopleScope}
    UNION ALL
    ${judged}
  ) AS desk
  GROUP BY status
  HAVING sum(tasks) > 0
  ORDER BY status`;
