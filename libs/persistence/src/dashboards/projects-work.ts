import { type ProjectWork, WORK_DAYS } from '@portal/contracts/projects-work';
import type { Projects } from '@portal/domain/caller';
import { percent } from '@portal/domain/rates';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues, inProjects } from '../visibility/row-sql.js';
import { undoneBy } from '../imports/stored-import.js';
import { failingStatistics } from '../custom-stats/runs.js';
import { countsByStatus } from '../stamp-sql.js';

/**
 * The work of each project with tasks that is not archived, by what there is to do.
 * @param uploads the projects whose imports may be told of
 * @param managed the projects whose statistics may be told of
 */
export async function readProjectsWork(
  db: Queryable,
  projects: Projects,
  uploads: Projects,
  managed: Projects,
): Promise<ProjectWork[]> {
  const values = new BoundValues();
  const text = projectsWork(
    inProjects(projects, 'project.id', values),
    inProjects(uploads, 'project.id', values),
    inProjects(managed, 'project.id', values),
  );
  const rows = await db.query<Row>(text, [...values.values]);
  return rows.map(({ counts, ...row }) => ({
    ...row,
    total_tasks: counts.total_tasks,
    completed_tasks: counts.completed_tasks,
    completion_rate: percent(counts.completed_tasks, counts.total_tasks),
    rework_tasks: counts.rework_tasks,
  }));
}

type Counts = Pick<ProjectWork, 'total_tasks' | 'completed_tasks' | 'rework_tasks'>;
type Row = Omit<ProjectWork, keyof Counts | 'completion_rate'> & { readonly counts: Counts };

/** The last import of each project in a quarter: an earlier one is no news. */
const lastImports = sql`
  SELECT DISTINCT ON (project) project, finished_at
  FROM core.task_import
  CROSS JOIN LATERAL unnest(projects) AS project
  WHERE state = 'completed' AND NOT dry_run AND finished_at > now() - interval '90 days'
  ORDER BY project, finished_at DESC`;

/**
 * Tasks whose last conflict is open: the portal kept its value, the import is not undone, and nobody has changed the task in
 * the portal since.
 */
const conflicts = sql`
  SELECT project_id, count(*) AS conflicts
  FROM (
    SELECT DISTINCT ON (turing_task_id) turing_task_id, project_id, is_kept, finished_at
    FROM core.task_import
    JOIN core.import_conflict ON import_id = task_import.id
    WHERE finished_at > now() - interval '7 days' AND state = 'completed' AND NOT dry_run AND ${undoneBy} IS NULL
    ORDER BY turing_task_id, finished_at DESC
  ) AS found
  JOIN core.task USING (turing_task_id, project_id)
  WHERE is_kept AND NOT EXISTS (
    SELECT FROM core.audit AS edit
    -- An index by time alone would lead past all other records.
    WHERE entity = 'task' AND entity_id = turing_task_id::text AND action = 'update' AND edit.at + interval '0' > finished_at)
  GROUP BY project_id`;

const days = sql`
  SELECT json_agg(coalesce(completed, 0) ORDER BY day)
  FROM generate_series(1 - ${WORK_DAYS}, 0) AS back
  CROSS JOIN LATERAL (SELECT core.reporting_day(now()) + back AS day) AS shown
  LEFT JOIN LATERAL (
    SELECT sum(completed_tasks) AS completed FROM agg.activity
    WHERE activity.project_id = project.id AND activity.day = shown.day
  ) AS done ON TRUE`;

const waiting = sql`
  SELECT coalesce(sum(tasks - reviewed_tasks), 0)::bigint
  FROM agg.user_total
  WHERE user_total.project_id = project.id AND status IN ('completed', 'ready_for_review')`;

const projectsWork = (isOfCaller: string, mayUpload: string, mayManage: string): string => sql`
  SELECT project.id AS project_id, project.name, counts, (${waiting}) AS waiting_tasks, (${days}) AS days,
    CASE WHEN ${mayUpload} THEN last.finished_at END AS last_import_at,
    CASE WHEN ${mayUpload} THEN coalesce(conflicting.conflicts, 0) END AS conflicts,
    CASE WHEN ${mayManage} THEN coalesce(statistics.failing, 0) END AS failing_statistics
  FROM core.project
  CROSS JOIN LATERAL (
    SELECT json_build_object(${countsByStatus}) AS counts, sum(tasks) AS tasks
    FROM agg.batch_total WHERE batch_total.project_id = project.id
  ) AS counted
  LEFT JOIN (${lastImports}) AS last ON last.project = project.id
  LEFT JOIN (${conflicts}) AS conflicting ON conflicting.project_id = project.id
  LEFT JOIN (${failingStatistics}) AS statistics ON statistics.project_id = project.id
  WHERE project.id <> 0 AND archived_at IS NULL AND tasks > 0 AND ${isOfCaller}
  ORDER BY conflicts DESC NULLS LAST, (counts ->> 'rework_tasks')::bigint DESC, waiting_tasks DESC, project.name`;
