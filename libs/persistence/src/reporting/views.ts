import { REVIEW_VALUES, TASK_COLUMNS } from '../schema/task-columns.js';
import { sql } from '../sql.js';
import { createView, itsRows, type ReportingView } from './barriers.js';

/** The views of custom SQL: each shows the projects in the binding of the sandbox role. */
export const REPORTING_VIEWS: readonly ReportingView[] = [
  {
    name: 'tasks',
    columns: TASK_COLUMNS.map(({ name }) => `task.${name}`),
    from: 'core.task',
    project: 'task.project_id',
    id: 'task.turing_task_id',
  },
  {
    name: 'task_reviews',
    columns: [
      'task_review.turing_review_id',
      'task.turing_task_id',
      'task.project_id',
      ...REVIEW_VALUES.map((name) => `task_review.${name}`),
    ],
    from: `core.task ${itsRows('task_review', 'turing_task_id = task.turing_task_id')}`,
    project: 'task.project_id',
    id: 'task.turing_task_id',
  },
  {
    name: 'batches',
    columns: [
      'batch.turing_batch_id',
      'batch.project_id',
      'batch.name',
      'batch.status',
      'batch.created_at',
      'batch.updated_at',
    ],
    from: 'core.batch',
    project: 'batch.project_id',
  },
  {
    name: 'pods',
    columns: [
      'pod.id',
      'pod.name',
      'pod.description',
      'pod.project_id',
      'pod.created_at',
      'pod.updated_at',
    ],
    from: 'core.pod',
    project: 'pod.project_id',
  },
  {
    name: 'pod_members',
    columns: [
      'pod_member.id',
      'pod_member.pod_name',
      'pod.project_id',
      'pod_member.user_email',
      'pod_member.role',
      'pod_member.created_at',
    ],
    from: `core.pod ${itsRows('pod_member', 'pod_name = pod.name')}`,
    project: 'pod.project_id',
  },
  {
    name: 'pod_weekly_targets',
    columns: [
      'pod_weekly_target.id',
      'pod_weekly_target.pod_name',
      'pod.project_id',
      'pod_weekly_target.week_start_date',
      'pod_weekly_target.week_end_date',
      'pod_weekly_target.daily_tasks_target',
      'pod_weekly_target.daily_turns_target',
      'pod_weekly_target.created_at',
      'pod_weekly_target.updated_at',
      'pod_weekly_target.user_email',
      'pod_weekly_target.repeats',
    ],
    from: `core.pod ${itsRows('pod_weekly_target', 'pod_name = pod.name')}`,
    project: 'pod.project_id',
  },
  {
    name: 'projects',
    columns: [
      'project.id',
      'project.name',
      'project.description',
      'project.turing_project_id',
      'project.status',
      'project.project_type',
      'project.client',
      'project.created_at',
      'project.updated_at',
    ],
    from: 'core.project',
    project: 'project.id',
  },
];

/** The views of the schema `reporting`. install.ts creates its roles and grants access. */
export const reporting = sql`
-- session_user is the login role: no statement of an ordinary role changes it.
CREATE VIEW reporting.binding WITH (security_barrier) AS
SELECT run_id, project_id,
  CASE project_id
    WHEN 0 THEN ARRAY(SELECT project.id FROM core.project WHERE project.id > 0 ORDER BY project.id)
    ELSE ARRAY[project_id]
  END AS project_ids
FROM reporting.sandbox_role
WHERE sandbox_role.role = session_user AND sandbox_role.expires_at > now();

-- IMMUTABLE is not true: it makes the planner evaluate the projects and so estimate the number of
-- rows. Each view compares the result with the binding again when it runs.
CREATE FUNCTION reporting.planned_projects() RETURNS integer[]
LANGUAGE sql IMMUTABLE SECURITY DEFINER SET search_path = pg_catalog
AS 'SELECT project_ids FROM reporting.binding';

CREATE FUNCTION reporting.planned_project() RETURNS integer
LANGUAGE sql IMMUTABLE SECURITY DEFINER SET search_path = pg_catalog
AS 'SELECT project_id FROM reporting.binding';

${REPORTING_VIEWS.map(createView).join('\n')}
`;
