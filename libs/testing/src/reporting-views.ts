import { TASK_COLUMNS } from '@portal/persistence/schema/task-columns';

/** The views that these corpora read. */
export const REPORTING: Record<string, readonly string[]> = {
  tasks: TASK_COLUMNS.map(({ name }) => name),
  task_reviews: [
    ...['project_id', 'turing_task_id', 'turing_review_id', 'reviewer_email', 'status', 'score'],
    ...['feedback', 'submitted_at', 'reasons'],
  ],
  batches: ['project_id', 'turing_batch_id', 'name', 'status', 'created_at', 'updated_at'],
  pods: ['id', 'project_id', 'name', 'description'],
  pod_members: ['project_id', 'pod_name', 'user_email', 'role', 'created_at'],
  pod_weekly_targets: [
    ...['project_id', 'pod_name', 'week_start_date', 'week_end_date'],
    ...['daily_tasks_target', 'daily_turns_target', 'user_email', 'repeats'],
  ],
  projects: ['id', 'name', 'status', 'description', 'created_at', 'updated_at'],
};
