import { DONE_STATUSES, TASK_STATUSES } from '@portal/contracts/constants';
import { type ImportPreview, MAX_PREVIEWED } from '@portal/contracts/import-detail';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { NAMED_BITS } from '../named-columns.js';

const MAX_DAYS = 60;

/** What the staged rows say, for a person who decides whether to import them. */
export async function previewOf(db: Client): Promise<ImportPreview> {
  const projects = await db.query<ImportPreview['projects'][number]>(byProject, [DONE_STATUSES]);
  const reviews = await db.query<NonNullable<ImportPreview['reviews']>>(ofReviews);
  const statuses = await db.query<ImportPreview['statuses'][number]>(byStatus, [
    TASK_STATUSES,
    MAX_PREVIEWED,
  ]);
  const batches = await db.query<ImportPreview['batches'][number]>(byBatch, [MAX_PREVIEWED]);
  const people = await db.query<Person>(byPerson, [DONE_STATUSES, MAX_PREVIEWED]);
  const days = await db.query<ImportPreview['days'][number]>(byDay, [DONE_STATUSES, MAX_DAYS]);
  const { people: peopleCount = 0, without_account: withoutAccount = 0 } = people.rows[0] ?? {};
  return {
    projects: projects.rows,
    reviews: reviews.rows[0],
    statuses: statuses.rows,
    batches: batches.rows,
    people: people.rows.map(({ email, tasks, done, has_account }) => ({
      ...{ email, tasks, done, has_account },
    })),
    people_count: peopleCount,
    without_account_count: withoutAccount,
    days: days.rows,
  };
}

type Person = ImportPreview['people'][number] & { people: number; without_account: number };

const namesStatus = `(staged.named & ${NAMED_BITS.get('status') ?? 0}) <> 0`;

const byProject = sql`
SELECT project_id, project.name AS project, tasks, done, rework, undated,
  EXISTS (SELECT FROM core.task WHERE task.project_id = staged.project_id) AS has_tasks
FROM (
  SELECT project_id, count(*) AS tasks,
    count(*) FILTER (WHERE status = ANY ($1)) AS done, count(*) FILTER (WHERE status = 'rework') AS rework,
    count(*) FILTER (WHERE status = ANY ($1) AND completed_at IS NULL) AS undated
  FROM stage_task GROUP BY project_id
) AS staged
JOIN core.project ON project.id = staged.project_id
ORDER BY tasks DESC, project_id
`;

const ofReviews = sql`
SELECT count(*) AS total, count(*) FILTER (WHERE reviewer_email IS NULL) AS nobodys,
  count(*) FILTER (WHERE submitted_at IS NULL) AS undated
FROM stage_review
`;

const byStatus = sql`
SELECT status, count(*) AS tasks, status = ANY ($1) AS is_known
FROM stage_task AS staged
WHERE ${namesStatus}
GROUP BY status ORDER BY tasks DESC, status
LIMIT $2
`;

const byBatch = sql`
SELECT staged.project_id, staged.turing_batch_id, tasks,
  coalesce(named.name, batch.name, 'Batch ' || staged.turing_batch_id) AS name,
  batch.name IS NULL AS is_new
FROM (
  SELECT project_id, turing_batch_id, count(*) AS tasks FROM stage_task
  GROUP BY project_id, turing_batch_id
  ORDER BY tasks DESC, project_id, turing_batch_id
  LIMIT $1
) AS staged
LEFT JOIN core.batch USING (project_id, turing_batch_id)
LEFT JOIN LATERAL (
  SELECT stage_batch.name FROM stage_batch
  WHERE (stage_batch.project_id, stage_batch.turing_batch_id) = (staged.project_id, staged.turing_batch_id)
    AND stage_batch.name IS NOT NULL
  ORDER BY row_number DESC LIMIT 1
) AS named ON true
ORDER BY tasks DESC, staged.project_id, staged.turing_batch_id
`;

/** Those without an account first: they are to be invited. */
const byPerson = sql`
SELECT user_email AS email, tasks, done, has_account, count(*) OVER () AS people,
  count(*) FILTER (WHERE NOT has_account) OVER () AS without_account
FROM (
  SELECT user_email, count(*) AS tasks, count(*) FILTER (WHERE status = ANY ($1)) AS done
  FROM stage_task WHERE user_email IS NOT NULL GROUP BY user_email
) AS staged
CROSS JOIN LATERAL (
  SELECT EXISTS (SELECT FROM core.app_user WHERE email = user_email) AS has_account
) AS found
ORDER BY has_account, tasks DESC, user_email
LIMIT $2
`;

const byDay = sql`
SELECT day::text, completed
FROM (
  SELECT core.reporting_day(completed_at) AS day, count(*) AS completed
  FROM stage_task WHERE completed_at IS NOT NULL AND status = ANY ($1)
  GROUP BY 1 ORDER BY 1 DESC LIMIT $2
) AS latest
ORDER BY day
`;
