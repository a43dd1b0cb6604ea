import type { ActivityEntry, Batch, DashboardStats, Overview } from '@portal/contracts/dashboard';

/** Statistics for specs; all zero except `part`. */
export function stats(part: Partial<DashboardStats>): DashboardStats {
  return {
    total_tasks: 0,
    total_batches: 0,
    by_status: {},
    completed_tasks: 0,
    rework_tasks: 0,
    reviewed_tasks: 0,
    total_reviews: 0,
    completion_rate: 0,
    review_rate: 0,
    rework_rate: 0,
    ...part,
  };
}

/** A batch for specs; its name follows its id. */
export function batch(turing_batch_id: number, part: Partial<Batch> = {}): Batch {
  return {
    project_id: 1,
    turing_batch_id,
    name: `Batch ${turing_batch_id}`,
    status: 'ongoing',
    total_tasks: 10,
    completed_tasks: 5,
    reviewed_tasks: 4,
    completion_rate: 50,
    review_rate: 80,
    by_status: { completed: 5, in_progress: 5 },
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-02-03T10:00:00Z',
    ...part,
  };
}

/** One day of activity for specs. */
export function day(date: string, completed: number, reviewed = 0, inProgress = 0): ActivityEntry {
  return {
    date,
    completed_tasks: completed,
    reviews_submitted: reviewed,
    tasks_in_progress: inProgress,
  };
}

/** An overview for specs: two batches with twenty tasks. */
export function overview(part: Partial<Overview> = {}): Overview {
  return {
    epoch: '',
    revision: 1,
    dashboard_stats: stats({
      total_tasks: 20,
      total_batches: 2,
      by_status: { completed: 10, in_progress: 8, rework: 2 },
      completed_tasks: 10,
      rework_tasks: 2,
      reviewed_tasks: 8,
      total_reviews: 9,
      completion_rate: 50,
      review_rate: 80,
      rework_rate: 16.7,
    }),
    batches: [batch(1), batch(2)],
    recent_activity: [day('2026-02-01', 3, 1, 2), day('2026-02-03', 4, 2, 1)],
    ...part,
  };
}
