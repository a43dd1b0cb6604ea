/** The views that these corpora read. */
export const REPORTING: Record<string, readonly string[]> = {
  tasks: [
    ...['project_id', 'turing_task_id', 'turing_batch_id', 'user_email', 'status'],
    ...['number_of_turns', 'duration_minutes', 'completed_at', 'created_at', 'updated_at'],
    ...['colab_link', 'target_model', 'validation_status', 'delivery_batch', 'metadata'],
  ],
  task_reviews: [
    ...['project_id', 'turing_task_id', 'turing_review_id', 'reviewer_email', 'status', 'score'],
    ...['feedback', 'submitted_at'],
  ],
  batches: ['project_id', 'turing_batch_id', 'name', 'status', 'created_at', 'updated_at'],
  pods: ['id', 'project_id', 'name', 'description'],
  pod_members: ['project_id', 'pod_name', 'user_email', 'role', 'created_at'],
  pod_weekly_targets: [
    ...['project_id', 'pod_name', 'week_start_date', 'week_end_date'],
    ...['daily_tasks_target', 'daily_turns_target'],
  ],
  projects: ['id', 'name', 'status', 'description', 'created_at', 'updated_at'],
};
